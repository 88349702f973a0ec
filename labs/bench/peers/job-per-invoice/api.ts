import { fastify } from 'fastify';
import { Pool } from 'pg';
import { CreateBatchBody } from '../../../../src/contracts/invoice-input.ts';
import { openJobQueue } from './open-job-queue.ts';

/* Accepts a batch: one row and one job per invoice. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const queue = await openJobQueue(process.env);
const app = fastify({ bodyLimit: 32 * 1024 * 1024 });

app.post<{ Body: CreateBatchBody }>(
  '/invoice_batches',
  { schema: { body: CreateBatchBody } },
  async (request, reply) => {
    const { external_batch_id: label = null, invoices } = request.body.invoice_batch;
    const nifs = [...new Set(invoices.map((invoice) => invoice.issuer_nif))];
    const { rows } = await pool.query<{ id: number; batchId: number }>({
      name: 'accept',
      text: `with batch as (
               insert into batches (external_batch_id) values ($1) returning id
             ), started as (
               insert into chains (issuer_nif) select * from unnest($2::text[]) on conflict do nothing
             )
             insert into invoices (batch_id, document)
             select batch.id, i.document from batch, unnest($3::jsonb[]) as i (document)
             returning id::float8 as id, batch_id::float8 as "batchId"`,
      values: [label, nifs, invoices.map((invoice) => JSON.stringify(invoice))],
    });
    await queue.enqueue(rows.map(({ id }) => id));
    return reply.code(201).send({ data: { id: rows[0]!.batchId, status: 'received' } });
  },
);
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
