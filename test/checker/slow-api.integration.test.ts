import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { outliveDrops } from '../../src/platform/postgres/database.ts';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { openTestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';

/** The allowed idle time of a transaction, a hundredth of that of the engine's own connections. */
const REST_MS = 100;

it('the checker keeps its snapshot while the API takes longer to answer than a transaction may be idle', async () => {
  await using api = await openTestApi();
  const organization = await api.createOrganization();
  await issueBatch(api, organization, 2, 'S');
  await issueBatch(api, organization, 1, 'T');
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as { port: number };
  await using slow = await openSlowRelay(`http://127.0.0.1:${port}`);
  const impatient = outliveDrops(
    new Pool({
      connectionString: api.database.url,
      idle_in_transaction_session_timeout: REST_MS,
    }),
  );
  try {
    const verdicts = await checkInvariants(impatient, {
      registerLog: null,
      book: null,
      spfe: null,
      answers: null,
      api: { address: slow.address, apiKeys: [organization.apiKey], samples: 2 },
      logFiles: [],
      secrets: [],
    });
    const replays = verdicts.find(({ says }) => says.startsWith('A repeated request'));
    expect(replays).toMatchObject({ looked: 2, broken: 0 });
  } finally {
    await impatient.end();
  }
});

/** Opens a slow relay in front of the API. */
async function openSlowRelay(address: string) {
  const server = createServer((request, answer) => {
    const relay = async () => {
      const { method = 'GET', url = '/', headers } = request;
      const body = new Uint8Array(await buffer(request));
      await wait(3 * REST_MS);
      const { host: _host, connection: _connection, ...told } = headers as Record<string, string>;
      const relayed = await fetch(new URL(url, address), { method, headers: told, body });
      const replayed = relayed.headers.get('idempotency-replayed');
      answer.writeHead(relayed.status, replayed === null ? {} : { 'idempotency-replayed': replayed });
      answer.end(Buffer.from(await relayed.arrayBuffer()));
    };
    relay().catch(() => answer.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
