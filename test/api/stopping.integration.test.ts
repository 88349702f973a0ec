import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { drainConnections } from '#src/api/limits/drain-connections.ts';
import { openTestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openRawConnection } from '../support/raw-http.ts';

it('app.close answers requests in progress and those pipelined after them, and then closes every connection', async () => {
  await using api = await openTestApi();
  const { token, id } = await api.createOrganization();
  const body = JSON.stringify(buildBatchBody(1));
  const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  const idle = await openRawConnection(api.app);
  idle.send(`GET /api/v1/invoice_batches HTTP/1.1\r\n${headers}\r\n`);
  expect((await idle.receive()).status).toBe(200);
  const busy = await openRawConnection(api.app);
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [id]);
  busy.send(
    `POST /api/v1/invoice_batches HTTP/1.1\r\n${headers}Idempotency-Key: ${randomUUID()}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await eventually(async () => {
    const { rows } = await api.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === 1;
  });

  const closed = api.app.close();
  await idle.ended();
  busy.send(`GET /api/v1/invoice_batches HTTP/1.1\r\n${headers}\r\n`);
  await client.query('rollback');
  client.release();

  expect((await busy.receive()).status).toBe(201);
  const list = await busy.receive();
  expect(list.status).toBe(200);
  expect(list.headers['connection']).toBe('close');
  await busy.ended();
  await closed;
});

it('drainConnections keeps answering for a moment, with Connection: close on every response', async () => {
  await using api = await openTestApi();
  const { token } = await api.createOrganization();
  const request = `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  using kept = await openRawConnection(api.app);
  kept.send(request);
  expect((await kept.receive()).headers['connection']).not.toBe('close');
  const drained = drainConnections(api.app);
  kept.send(request);
  expect(await kept.receive()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await kept.ended();
  using fresh = await openRawConnection(api.app);
  fresh.send(request);
  expect(await fresh.receive()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await drained;
});
