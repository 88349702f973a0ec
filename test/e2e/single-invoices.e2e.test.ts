import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureApiKey } from '#src/organizations/access/bootstrap.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { verifyChains } from '../support/chains.ts';
import { eventually } from '../support/eventually.ts';
import { buildInvoiceV2 } from '../support/invoices-v2.ts';
import { startProcess } from '../support/processes.ts';
import { openStack, type TestStack } from '../support/stack.ts';

const BATCHES_ONLY = { WORKER_QUEUES: 'batches' };
const OTHER_ISSUER = 'A12345674';

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly id: number;
  readonly ms: number;
};

/** Sends one invoice with an API key alone, over HTTP. */
async function send(
  number: string,
  {
    apiKey = stack.settings['BOOTSTRAP_API_KEY']!,
    key = randomUUID(),
    issuer = 'B12345674',
    prefer = undefined as string | undefined,
  } = {},
): Promise<Answer> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${stack.settings['PORT']}/api/v2/invoices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(prefer !== undefined && { prefer }),
    },
    body: JSON.stringify(
      buildInvoiceV2({ number_serie: number, external_invoice_id: number, issuer_nif: issuer }),
    ),
  });
  const body = (await answer.json()) as { data?: { id: number; processing_status: string } };
  if (body.data === undefined) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  const { status, headers } = answer;
  return { status, headers, id: body.data.id, ms: performance.now() - begun };
}

async function read(location: string): Promise<{ processing_status: string; invoice_number: string | null }> {
  const answer = await fetch(`http://127.0.0.1:${stack.settings['PORT']}${location}`, {
    headers: { authorization: `Bearer ${stack.settings['BOOTSTRAP_API_KEY']}` },
  });
  return ((await answer.json()) as { data: { processing_status: string; invoice_number: string | null } })
    .data;
}

const isIssued = async (location: string) => (await read(location)).processing_status === 'processed';

describe('one invoice by one request', () => {
  it('is answered 202 after five seconds while no worker runs, and issued when one starts', async () => {
    const answer = await send('STOP-1');
    expect(answer.status).toBe(202);
    expect(answer.ms).toBeGreaterThan(4900);
    expect(answer.ms).toBeLessThan(8000);
    const location = answer.headers.get('location')!;
    expect(await read(location)).toMatchObject({ processing_status: 'pending' });
    const worker = await stack.startWorker(BATCHES_ONLY);
    await eventually(() => isIssued(location), { within: 20_000 });
    const issued = await send('STOP-2');
    expect(issued.status).toBe(201);
    expect(await worker.end()).toBe(0);
  });

  it('that waits in a process that is killed is returned by the next process for the same key', async () => {
    const key = randomUUID();
    const accepted = () => stack.ingress.output().split('Batch accepted').length;
    const before = accepted();
    const broken = send('KILL-1', { key }).then(
      () => 'answered',
      () => 'broken',
    );
    await eventually(() => accepted() > before);
    await stack.ingress.end('SIGKILL');
    expect(await broken).toBe('broken');
    await using processes = new AsyncDisposableStack();
    processes.use(await startProcess('ingress', stack.settings));
    processes.use(await stack.startWorker(BATCHES_ONLY));
    const answer = await send('KILL-1', { key });
    expect([201, 202]).toContain(answer.status);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    await eventually(() => isIssued(answer.headers.get('location')!), { within: 20_000 });
    expect((await send('KILL-1', { key })).status).toBe(201);
    const { rows } = await stack.database.pool.query(
      `select count(*)::int as count from issued_invoices where invoice_number = 'KILL-1'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('with 200 of one issuer at a time: all are issued once, in one chain, and another organization is not delayed', async () => {
    await using processes = new AsyncDisposableStack();
    processes.use(await startProcess('ingress', stack.settings));
    processes.use(await stack.startWorker(BATCHES_ONLY));
    const other = generateApiKey();
    await ensureApiKey(stack.database.orm, other, 'Otra Empresa SL');
    expect((await send('WARM-1')).status).toBe(201);
    expect((await send('WARM-1', { apiKey: other, issuer: OTHER_ISSUER })).status).toBe(201);
    const burst = Promise.all(Array.from({ length: 200 }, (_, index) => send(`BURST-${index}`)));
    let isOver = false;
    void burst.finally(() => (isOver = true));
    const theirs: Answer[] = [];
    for (let index = 0; index < 5; index += 1)
      theirs.push(await send(`FAIR-${index}`, { apiKey: other, issuer: OTHER_ISSUER }));
    const wasFair = !isOver || theirs.every(({ ms }) => ms < 1000);
    const answers = await burst;
    expect(theirs.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(wasFair).toBe(true);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(200);
    await eventually(
      async () => {
        const { rows } = await stack.database.pool.query(
          `select count(*)::int as issued, count(distinct invoice_number)::int as numbers from issued_invoices where invoice_number like 'BURST%'`,
        );
        return rows[0].issued === 200 && rows[0].numbers === 200;
      },
      { within: 30_000 },
    );
    await verifyChains(stack.database.pool);
  });

  it('is accepted while Redis is down, and issued within ten seconds of its return', async () => {
    await using processes = new AsyncDisposableStack();
    processes.use(await startProcess('ingress', stack.settings));
    processes.use(await stack.startWorker(BATCHES_ONLY));
    expect((await send('REDIS-0')).status).toBe(201);
    stack.redisGate.close();
    const answer = await send('REDIS-1', { prefer: 'wait=1' });
    expect(answer.status).toBe(202);
    expect(answer.ms).toBeLessThan(4000);
    stack.redisGate.open();
    await eventually(() => isIssued(answer.headers.get('location')!), { within: 10_000 });
    expect((await send('REDIS-2')).status).toBe(201);
  });
});
