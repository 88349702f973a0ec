import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import type { TestProcess } from '../support/processes.ts';
import { openStack, type TestStack } from '../support/stack.ts';

/** More than 256 KB, so that worker threads examine it. */
const INVOICES = 700;
const BATCHES = 8;
const COLLECTING = { imports: [new URL('../support/collect-on-signal.ts', import.meta.url).href] };

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack({}, COLLECTING);
});
afterAll(() => stack[Symbol.asyncDispose]());

/** Returns the bytes that a process still uses after a garbage collection. */
async function readHeld(process: TestProcess): Promise<number> {
  const read = () => [...process.output().matchAll(/^held (\d+)$/gm)].map(([, bytes]) => Number(bytes));
  const before = read().length;
  process.child.kill('SIGUSR2');
  return eventually(() => read()[before], { what: 'a collection' });
}

/**
 * A leak of the body, of its parsed form or of anything built from it would exceed this value per
 * batch. `npm run bench -- --only=soak` measures how much freed memory returns to the system.
 */
it('neither ingress nor worker keeps memory of a finished batch', async () => {
  const { ingress, client } = stack;
  const worker = await stack.startWorker({ WORKER_QUEUES: 'batches,remission' });

  const length = JSON.stringify(buildBatchBody(INVOICES, 'TEST')).length;
  const load = async (series: string) => {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const id = await client.create(buildBatchBody(INVOICES, `${series}${batch}`));
      await client.ended(id);
      await client.request(`/invoice_batches/${id}/batch_invoices?per_page=100`);
      await client.request(`/path-${series}-${batch}`);
      await client.create({ invoice_batch: { invoices: [{ number_serie: `${series}-${batch}` }] } });
    }
    return { ingress: await readHeld(ingress), worker: await readHeld(worker) };
  };
  // The warm-up prepares statements, compiles code and opens connections.
  await load('WARM');
  const before = await load('ONE');
  const after = await load('TWO');
  const kept = (role: keyof typeof after) => (after[role] - before[role]) / BATCHES;
  expect(kept('ingress')).toBeLessThan(length / 4);
  expect(kept('worker')).toBeLessThan(length / 4);
});
