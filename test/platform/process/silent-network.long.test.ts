import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ensureApiKey } from '#src/organizations/access/bootstrap.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { openClient } from '../../support/client.ts';
import { openTestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { openOwnRedis } from '../../support/own-redis.ts';
import { freePort, startProcess } from '../../support/processes.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

/*
 * A firewall that drops idle connections without notifying either side, so that later packets are
 * lost.
 */

it(
  'work continues within a minute after the network silently drops every connection',
  { timeout: 180_000 },
  async () => {
    await using resources = new AsyncDisposableStack();
    const database = resources.use(await openTestDatabase());
    const redis = resources.use(await openOwnRedis('silent'));
    const key = generateApiKey();
    await ensureApiKey(database.orm, key, 'Empresa de Prueba SL');
    const ways = {
      ingress: resources.use(await openGateTo(database.urlOf('ingress'))),
      worker: resources.use(await openGateTo(database.urlOf('worker'))),
      redis: resources.use(await openGateTo(redis.url)),
    };
    const settings = { REDIS_URL: ways.redis.url, PORT: String(await freePort()), WORKER_QUEUES: 'batches' };
    const ingress = await startProcess('ingress', { ...settings, DATABASE_URL: ways.ingress.url });
    const worker = await startProcess('worker', { ...settings, DATABASE_URL: ways.worker.url });
    for (const each of [ingress, worker]) resources.use(each);
    const client = await openClient(`http://127.0.0.1:${settings.PORT}`, key);
    await client.ended(await client.create(buildBatchBody(3, 'BEFORE')));

    for (const way of Object.values(ways)) way.silence();
    const start = performance.now();
    // Waits until the connections are idle. Connections in use would be closed with their statement after 55 s.
    await wait(1500);
    // A client that gets 503 sends again.
    const id = await eventually(
      async () => {
        const answer = await client.post(buildBatchBody(3, 'AFTER'), 'f1c3ee52-7a4b-4a3f-9a76-0d7a9a3b1f10');
        return answer.status === 201 && ((await answer.json()) as { data: { id: number } }).data.id;
      },
      { within: 60_000, every: 500, what: 'a batch that is accepted' },
    );
    await client.ended(id, 60_000);
    const took = performance.now() - start;
    console.log(`issued ${Math.round(took / 100) / 10} s after the silence began`);
    expect(took).toBeLessThan(60_000);
    const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
    await eventually(async () => (await isReady(ingress.opsUrl)) && isReady(worker.opsUrl), {
      within: 60_000 - took,
      what: 'processes that are ready',
    });
  },
);
