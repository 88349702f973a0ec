import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync } from 'node:zlib';
import { Pool } from 'pg';
import type { CreateBatchBody } from '../../../../src/contracts/invoice-input.ts';
import { acceptBatch } from '../../../../src/accept/statements/accepting.sql.ts';
import { IDEMPOTENCY_WINDOW } from '../../../../src/contracts/limits.ts';
import { encodeTexts } from '../../../../src/platform/postgres/binary-array.ts';
import { query } from '../../../../src/platform/postgres/statement.ts';
import { serveBatches } from '../serve-batches.ts';

/*
 * Raw node:http that parses, hashes and runs the product's own durable statement with its
 * idempotency and its counter. An implementation with the same guarantees cannot do less. There are
 * no rules, no authentication and no limits.
 */

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** For smaller bodies, handing them to a thread takes longer than compressing them. */
const SMALL_BYTES = 64 * 1024;
const compressBeside = promisify(zstdCompress);

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const organizationId = Number(process.env['ORGANIZATION_ID']);

serveBatches(accept);

async function accept(request: IncomingMessage): Promise<string> {
  const body = await buffer(request);
  const { invoice_batch: batch } = JSON.parse(body.toString('utf8')) as CreateBatchBody;
  const now = new Date();
  const count = batch.invoices.length;
  const { rows } = await query(
    pool,
    acceptBatch(
      organizationId,
      String(request.headers['idempotency-key']),
      hash('sha256', body, 'buffer'),
      '{"data":{"id":',
      `,"status":"received","invoices_count":${count},"received_at":"${now.toISOString()}"}}`,
      now,
      batch.external_batch_id ?? null,
      count,
      body.length < SMALL_BYTES ? zstdCompressSync(body, FASTEST) : await compressBeside(body, FASTEST),
      encodeTexts(batch.invoices.map((invoice) => invoice.external_invoice_id ?? null)),
      encodeTexts(batch.invoices.map((invoice) => invoice.number_serie ?? null)),
      encodeTexts(batch.invoices.map(() => null)),
      IDEMPOTENCY_WINDOW,
      count,
      null,
      1,
      [],
      [],
      null,
      [],
    ),
  );
  return rows[0]!.response;
}
