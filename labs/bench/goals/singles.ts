import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { proveIssued } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime, timeRequests } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch, translateBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { sendRequest } from '../product/send-request.ts';
import { buildFigures, buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const ONE_REQUEST = 'one invoice in one request';
const POLLED = 'a batch of one, polled every 100 ms';
const SINGLES = 'single invoices';
const BATCHES = 'batches of 100';
const CLIENTS = 50;
const BATCH_CLIENTS = 4;
const POLL_MS = 100;

/**
 * Goal `singles`: one invoice by one request (POST /api/v2/invoices), from the request to the answer
 * that has the issued invoice, compared with a batch of one that the client polls; and how many
 * single invoices are issued in the time of an invoice in batches of 100.
 */
export async function measureSingles(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  resources.use(await product.startWorker('batches'));
  const { authorization } = client;
  const root = `${product.rootUrl}/v2`;
  let bodies = 0;
  let invoices = 0;
  const build = (count: number) => {
    bodies += 1;
    invoices += count;
    return translateBatch(buildBatch(count, `S${bodies}`));
  };
  const buildOne = () => {
    const { invoice_batch: batch } = JSON.parse(build(1).toString()) as {
      invoice_batch: { invoices: [object] };
    };
    return Buffer.from(JSON.stringify(batch.invoices[0]));
  };
  const postOne = async (body: Buffer) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answer = await sendRequest('POST', `${root}/invoices`, headers, body);
    if (answer.status !== 201) throw new Error(`POST answered ${answer.status} ${answer.body.toString()}`);
  };
  const postAndPoll = async (body: Buffer) => {
    const id = await client.post(body, randomUUID(), 2);
    for (;;) {
      const answer = await sendRequest('GET', `${root}/invoices/${id * 1000}`, { authorization });
      const { data } = JSON.parse(answer.body.toString()) as { data: { processing_status: string } };
      if (data.processing_status === 'processed') return;
      await wait(POLL_MS);
    }
  };

  const requests = bench.pick(50, 5);
  const rounds = { rounds: bench.options.repeats, warmUps: 1 };
  const latency = await interleave(
    [
      {
        name: ONE_REQUEST,
        measure: () => timeRequests(requests, product.listProcesses(), () => postOne(buildOne())),
      },
      {
        name: POLLED,
        measure: () => timeRequests(requests, product.listProcesses(), () => postAndPoll(build(1))),
      },
    ],
    rounds,
  );
  const many = bench.pick(1000, 100);
  const sustained = await interleave(
    [
      {
        name: SINGLES,
        measure: () => {
          const singles = Array.from({ length: many }, buildOne);
          return takeTime(many, product.listProcesses(), () =>
            runClients(CLIENTS, many, (index) => postOne(singles[index]!)),
          );
        },
      },
      {
        name: BATCHES,
        measure: () => {
          const batches = Array.from({ length: many / 100 }, () => build(100));
          return takeTime(many, product.listProcesses(), async () => {
            await runClients(
              BATCH_CLIENTS,
              batches.length,
              async (index) => void (await client.post(batches[index]!, randomUUID(), 2)),
            );
            await waitUntil(() => isIdle(product), 'the batches to be issued', { pauseMs: 5 });
          });
        },
      },
    ],
    rounds,
  );
  const records = await proveIssued(product.pool, invoices);
  const proof = `${records} records recomputed`;
  return [
    {
      goal: 'singles',
      what: 'One invoice by one request: from the request to the issued invoice, over a batch of one that is polled',
      unit: '×',
      value: compareSamples(latency, ONE_REQUEST, POLLED),
      figures: [...buildFigures(latency).values()],
      proof,
    },
    {
      goal: 'singles',
      what: `Single invoices from ${CLIENTS} clients: time for an issued invoice, over that in batches of 100`,
      unit: '×',
      value: compareSamples(sustained, SINGLES, BATCHES),
      figures: [...buildRates(sustained, 'invoices/s').values()],
      proof,
    },
  ];
}

async function isIdle({ pool }: Product): Promise<boolean> {
  const { rowCount } = await pool.query('select from batches where processed_at is null limit 1');
  return rowCount === 0;
}
