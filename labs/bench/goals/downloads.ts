import { countRows, expectEqual } from '../measuring/prove.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';

/**
 * Compares the first download of a PDF, which is extracted from a stored render batch, with a
 * second one, which the ingress still has in its cache.
 */
export async function measureDownloads(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const client = await product.openClient();
  const invoices = bench.pick(200, 20);
  const batch = await client.post(buildBatch(invoices, 'CUT'));
  const isRendered = async () => (await countRows(product.pool, 'batches where rendered_at is null')) === 0;
  const worker = await product.startWorker('batches,pdfs');
  await waitUntil(isRendered, 'PDFs', { pauseMs: 100 });
  // The worker would use a part of the machine during the measurement.
  await worker[Symbol.asyncDispose]();

  const first: number[] = [];
  const second: number[] = [];
  const take = async (times: number[], id: number) => {
    const started = performance.now();
    const { length } = await download(client, id);
    times.push(performance.now() - started);
    return length;
  };
  // The downloads alternate, so that other load on the machine affects both.
  for (let index = 0; index < invoices; index += 1) {
    const bytes = await take(first, batch * 1000 + index);
    expectEqual('Bytes of the second download', await take(second, batch * 1000 + index), bytes);
  }
  const usual = describeSpread(second).median;
  const figure = (name: string, times: number[]) => ({ name, unit: 'ms', value: describeSpread(times) });
  return [
    {
      goal: '15',
      what: 'First download of a PDF, which is extracted from a stored render batch: additional time over the second one',
      unit: 'ms',
      value: describeSpread(first.map((ms) => ms - usual)),
      limit: { most: 10 },
      figures: [figure('first download', first), figure('second download', second)],
      proof: `${invoices} PDFs; the second download has as many bytes as the first`,
    },
  ];
}

async function download(client: ApiClient, id: number): Promise<Buffer> {
  const content = await client.downloadPdf(id);
  if (content === null) throw new Error(`Invoice ${id} has no PDF`);
  return content;
}
