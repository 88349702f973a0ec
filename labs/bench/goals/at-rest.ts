import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { divideGrowth, readTableSizes } from '../measuring/read-table-sizes.ts';
import { runClients } from '../measuring/run-clients.ts';
import { describeSingle } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';
import { measureDownloads } from './downloads.ts';

const CLIENTS = 50;

/**
 * Goal 15: the bytes stored for batches of one invoice, which share nothing, and the cost of
 * extracting a PDF on its first download.
 */
export async function measureAtRest(bench: Bench): Promise<Finding[]> {
  return [...(await measureSmallBatches(bench)), ...(await measureDownloads(bench))];
}

async function measureSmallBatches(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  await product.startWorker('batches,remission', { AEAT_URL: aeat.url });
  const isAnswered = async (sent: number) =>
    (await countRows(product.pool, `record_answers where state = 'accepted'`)) === sent;
  const send = async (batches: number, name: string, sent: number) => {
    await runClients(CLIENTS, batches, async (index) => {
      await client.post(buildBatch(1, `${name}${index}`));
    });
    await waitUntil(() => isAnswered(sent), 'the answers of AEAT', { pauseMs: 100 });
  };
  // The first pages of tables and the settings do not belong to an invoice.
  const [first, batches] = [bench.pick(200, 10), bench.pick(2000, 50)];
  await send(first, 'A', first);
  const before = await readTableSizes(product.pool);
  await send(batches, 'B', first + batches);
  const tables = divideGrowth(before, await readTableSizes(product.pool), batches);
  expectEqual('Issued invoices', await countRows(product.pool, 'issued_invoices'), first + batches);
  return [
    {
      goal: '15',
      what: `Bytes without PDFs per invoice, of ${batches} batches of 1, with indexes`,
      unit: 'bytes',
      value: describeSingle(tables.reduce((sum, { bytes }) => sum + bytes, 0)),
      limit: { most: 4000 },
      figures: tables.map(({ name, bytes }) => ({ name, unit: 'bytes', value: describeSingle(bytes) })),
      proof: 'all of them issued, and accepted by the stand-in for AEAT; counted in the tables',
    },
  ];
}
