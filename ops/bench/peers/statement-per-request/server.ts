import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { fastify } from 'fastify';
import { todayInMadrid } from '../../../../src/domain/verifactu/format-timestamp.ts';
import { buildResponse } from '../../../../src/ingestion/build-response.ts';
import { checkBody } from '../../../../src/ingestion/check-body.ts';
import { examineInvoices } from '../../../../src/ingestion/examine-invoices.ts';
import { parseJson } from '../../../../src/ingestion/parse-json.ts';
import { authenticate } from '../../../../src/ingestion/sessions.ts';
import { insertBatch } from '../../../../src/persistence/accept-batch.ts';
import { openDatabase } from '../../../../src/persistence/database.ts';

/* The product's own rules, session look-up and statement behind Fastify, one statement for every request. */

const { pool } = await openDatabase({ url: process.env['DATABASE_URL']!, applicationName: 'peer' });
const compress = promisify(zstdCompress);
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/invoice_batches', async (request, reply) => {
  const body = request.body as Buffer;
  const receivedAt = new Date();
  const organization = await authenticate(pool, String(request.headers.authorization), receivedAt);
  if (!organization) return reply.code(401).send();
  const { organizationId, organizationName } = organization;
  const parsed = parseJson(body);
  const checked = checkBody(parsed.value);
  if (!checked.ok) return reply.code(422).send(checked.message);
  const today = todayInMadrid(receivedAt);
  const { inexactNumbers } = parsed;
  const invoices = examineInvoices(checked.body, { organizationName, today, inexactNumbers });
  const externalBatchId = checked.body.invoice_batch.external_batch_id ?? null;
  const stored = await insertBatch(pool, {
    organizationId,
    idempotencyKey: String(request.headers['idempotency-key']),
    bodyHash: hash('sha256', body, 'buffer'),
    body: await compress(body, FASTEST),
    response: buildResponse({ externalBatchId, receivedAt }, invoices),
    receivedAt,
    externalBatchId,
    externalInvoiceIds: invoices.map(({ externalInvoiceId }) => externalInvoiceId),
    invoiceNumbers: invoices.map(({ invoiceNumber }) => invoiceNumber),
    processingErrors: invoices.map(({ messages }) => (messages.length === 0 ? null : messages.join('; '))),
  });
  return reply.code(201).type('application/json').send(stored!.response);
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
