import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Pool } from 'pg';
import { Compile } from 'typebox/compile';
import { CreateBatchBody } from '../../../../src/contracts/invoice-input.ts';

/*
 * The minimum that accepting a batch requires: parse the body, check its shape, hash it, and run
 * one durable statement that stores body and invoices. There are no rules, no idempotency, no
 * organization and no HTTP.
 */

const shape = Compile(CreateBatchBody);
const compress = promisify(zstdCompress);
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export const FLOOR_TABLES = `
  create table floor_batches (
    id bigserial primary key,
    external_batch_id text,
    body_hash bytea not null,
    body bytea not null,
    received_at timestamptz not null default now()
  );
  alter table floor_batches alter column body set storage external;
  create table floor_invoices (
    id bigint primary key,
    batch_id bigint not null,
    external_invoice_id text,
    invoice_number text
  )`;

const INSERT = `
  with batch as (
    insert into floor_batches (external_batch_id, body_hash, body) values ($1, $2, $3) returning id
  ), invoices as (
    insert into floor_invoices (id, batch_id, external_invoice_id, invoice_number)
    select batch.id * 1000 + i.place - 1, batch.id, i.external_id, i.number
    from batch, unnest($4::text[], $5::text[]) with ordinality as i (external_id, number, place)
  )
  select id::float8 as id from batch`;

/**
 * How the floor stores the body: as sent, or compressed in Node's thread pool. The faster one is
 * the floor.
 */
export type Keeping = 'as sent' | 'compressed';

/** Accepts a body with the least possible work. @returns the batch's id. */
export async function acceptAtFloor(pool: Pool, body: Buffer, keeping: Keeping): Promise<number> {
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (!shape.Check(value)) throw new Error('The body does not match the schema');
  const { external_batch_id: label, invoices } = value.invoice_batch;
  const { rows } = await pool.query<{ id: number }>({
    name: 'floor',
    text: INSERT,
    values: [
      label,
      hash('sha256', body, 'buffer'),
      keeping === 'as sent' ? body : await compress(body, FASTEST),
      invoices.map((invoice) => invoice.external_invoice_id),
      invoices.map((invoice) => invoice.number_serie),
    ],
  });
  return rows[0]!.id;
}
