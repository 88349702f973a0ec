import { createServer } from 'node:http';
import { Pool } from 'pg';
import { issueInvoice } from './issue-invoice.ts';
import { CONCURRENCY } from './job-queue.ts';
import { openJobQueue } from './open-job-queue.ts';

/* Issues each invoice in its own job. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: CONCURRENCY });
const queue = await openJobQueue(process.env);
await queue.work((invoiceId) => issueInvoice(pool, invoiceId));
// The port answers as soon as the worker is ready.
createServer((_request, response) => response.end('ok')).listen(Number(process.env['PORT']), '127.0.0.1');
