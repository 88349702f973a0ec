import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql';
import { fastify } from 'fastify';
import { CreateBatchBody } from '../../../../src/contracts/invoice-input.ts';

/*
 * A conventional and correct implementation with a framework and an ORM: Fastify validates the body
 * against its schema, and one transaction inserts the batch and, with `insertMany`, one entity per
 * invoice that contains its document.
 */

const Batch = defineEntity({
  name: 'OrmBatch',
  tableName: 'orm_batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    externalBatchId: p.text().nullable(),
    status: p.string().length(24),
    invoicesCount: p.smallint(),
    receivedAt: p.datetime(),
  },
});
const Invoice = defineEntity({
  name: 'OrmInvoice',
  tableName: 'orm_invoices',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    batchId: p.bigint('number').index(),
    position: p.smallint(),
    externalInvoiceId: p.text().nullable(),
    invoiceNumber: p.text().nullable(),
    status: p.string().length(24),
    document: p.json(),
  },
});

const orm = await MikroORM.init({
  entities: [Batch, Invoice],
  clientUrl: process.env['DATABASE_URL']!,
  pool: { min: 0, max: 10 },
});
await orm.schema.update();

const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.post<{ Body: CreateBatchBody }>(
  '/invoice_batches',
  { schema: { body: CreateBatchBody } },
  async (request, reply) => {
    const { external_batch_id: externalBatchId = null, invoices } = request.body.invoice_batch;
    const id = await orm.em.fork().transactional(async (em) => {
      const batchId = await em.insert(Batch, {
        externalBatchId,
        status: 'received',
        invoicesCount: invoices.length,
        receivedAt: new Date(),
      });
      await em.insertMany(
        Invoice,
        invoices.map((document, position) => ({
          batchId: Number(batchId),
          position,
          externalInvoiceId: document.external_invoice_id ?? null,
          invoiceNumber: document.number_serie ?? null,
          status: 'pending',
          document,
        })),
      );
      return Number(batchId);
    });
    return reply.code(201).send({ data: { id, status: 'received' } });
  },
);
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
