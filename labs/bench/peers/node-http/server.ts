import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { acceptAtFloor } from '../accepting/floor.ts';
import { serveBatches } from '../serve-batches.ts';

/* The floor behind node:http, without framework, authentication and idempotency. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

serveBatches(accept);

async function accept(request: NodeJS.ReadableStream): Promise<string> {
  const id = await acceptAtFloor(pool, await buffer(request), 'compressed');
  return JSON.stringify({ data: { id, status: 'received' } });
}
