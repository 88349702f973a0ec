import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { acceptAtFloor } from '../accepting/floor.ts';

/* The floor behind node:http: no framework, no authentication, no idempotency. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

createServer((request, response) => {
  accept(request)
    .then((answer) => response.writeHead(201, { 'content-type': 'application/json' }).end(answer))
    .catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end(String(error));
    });
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function accept(request: NodeJS.ReadableStream): Promise<string> {
  const id = await acceptAtFloor(pool, await buffer(request), 'compressed');
  return JSON.stringify({ data: { id, status: 'received' } });
}
