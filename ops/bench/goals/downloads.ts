import { hash } from 'node:crypto';
import { withTransaction } from '../../../src/persistence/connection/database.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { compareMedians, describeSpread } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';

/** What a download of a PDF takes that is cut out of a stored print, beside one that is stored as it is sent, as versions before stored all of them. */
export async function measureDownloads(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const client = await product.openClient();
  const invoices = bench.pick(200, 20);
  const cut = await client.post(buildBatch(invoices, 'CUT'));
  const whole = await client.post(buildBatch(invoices, 'OWN'));
  const isRendered = async () => (await countRows(product.pool, 'batches where rendered_at is null')) === 0;
  const worker = await product.startWorker('batches,pdfs');
  await waitUntil(isRendered, 'PDFs', { pauseMs: 100 });
  // It would take its share of the machine.
  await worker[Symbol.asyncDispose]();
  const idsOf = (batch: number) => Array.from({ length: invoices }, (_none, index) => batch * 1000 + index);
  for (const id of idsOf(whole)) await storeWhole(product, id, await download(client, id));
  const own = `pdfs where print_id is null and issued_invoice_id / 1000 = ${whole}`;
  expectEqual('PDFs of their own', await countRows(product.pool, own), invoices);

  const first: number[] = [];
  const second: number[] = [];
  const stored: number[] = [];
  const take = async (times: number[], id: number) => {
    const started = performance.now();
    const { length } = await download(client, id);
    times.push(performance.now() - started);
    return length;
  };
  // They take turns: what disturbs the machine disturbs all of them.
  for (let index = 0; index < invoices; index += 1) {
    const bytes = await take(first, cut * 1000 + index);
    expectEqual('Bytes of the second download', await take(second, cut * 1000 + index), bytes);
    await take(stored, whole * 1000 + index);
  }
  const usual = describeSpread(stored).median;
  const figure = (name: string, times: number[]) => ({ name, unit: 'ms', value: describeSpread(times) });
  const proof = `${invoices} PDFs of each kind; that the second download has as many bytes as the first`;
  return [
    {
      goal: '15',
      what: 'First download of a PDF out of a stored print: more than one that is stored as it is sent',
      unit: 'ms',
      value: describeSpread(first.map((ms) => ms - usual)),
      limit: { most: 10 },
      figures: [
        figure('first download', first),
        figure('second download', second),
        figure('download of one that is stored as it is sent', stored),
      ],
      proof,
    },
    {
      goal: '15',
      what: 'Second download of a PDF out of a stored print, over one that is stored as it is sent',
      unit: '×',
      value: compareMedians(second, stored),
      limit: { most: 1.1 },
      figures: [],
      proof,
    },
  ];
}

async function download(client: ApiClient, id: number): Promise<Buffer> {
  const content = await client.downloadPdf(id);
  if (content === null) throw new Error(`Invoice ${id} has no PDF`);
  return content;
}

/** As versions before did. Nobody may change what is printed but by switching the guards off. */
async function storeWhole({ pool }: Product, id: number, content: Buffer): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      'update pdfs set print_id = null, sha256 = $2, content = $3 where issued_invoice_id = $1',
      [id, hash('sha256', content, 'buffer'), content],
    );
  });
}
