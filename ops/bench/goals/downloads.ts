import { hash } from 'node:crypto';
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
  await using worker = await product.startWorker('batches,pdfs');
  const invoices = bench.pick(200, 20);
  const cut = await client.post(buildBatch(invoices, 'CUT'));
  const whole = await client.post(buildBatch(invoices, 'OWN'));
  const isRendered = async () => (await countRows(product.pool, 'batches where rendered_at is null')) === 0;
  await waitUntil(isRendered, 'PDFs', { pauseMs: 100 });
  await worker[Symbol.asyncDispose]();
  const idsOf = (batch: number) => Array.from({ length: invoices }, (_none, index) => batch * 1000 + index);
  for (const id of idsOf(whole)) await storeWhole(product, id, await download(client, id));
  const own = `pdfs where print_id is null and issued_invoice_id / 1000 = ${whole}`;
  expectEqual('PDFs of their own', await countRows(product.pool, own), invoices);

  const times = { first: [] as number[], second: [] as number[], stored: [] as number[] };
  const take = async (name: keyof typeof times, id: number) => {
    const started = performance.now();
    const { length } = await download(client, id);
    times[name].push(performance.now() - started);
    return length;
  };
  // They take turns: what disturbs the machine disturbs all of them.
  for (let index = 0; index < invoices; index += 1) {
    const bytes = await take('first', cut * 1000 + index);
    expectEqual('Bytes of the second download', await take('second', cut * 1000 + index), bytes);
    await take('stored', whole * 1000 + index);
  }
  const stored = describeSpread(times.stored);
  const figures = Object.entries(times).map(([name, values]) => ({
    name: `${name} download`.replace('stored download', 'download of one that is stored as it is sent'),
    unit: 'ms',
    value: describeSpread(values),
  }));
  const proof = `${invoices} PDFs of each kind; that the second download has as many bytes as the first`;
  return [
    {
      goal: '15',
      what: 'First download of a PDF out of a stored print: more than one that is stored as it is sent',
      unit: 'ms',
      value: describeSpread(times.first.map((ms) => ms - stored.median)),
      limit: { most: 10 },
      figures,
      proof,
    },
    {
      goal: '15',
      what: 'Second download of a PDF out of a stored print, over one that is stored as it is sent',
      unit: '×',
      value: compareMedians(times.second, times.stored),
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
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query(`set local session_replication_role = 'replica'`);
    await connection.query(
      'update pdfs set print_id = null, sha256 = $2, content = $3 where issued_invoice_id = $1',
      [id, hash('sha256', content, 'buffer'), content],
    );
    await connection.query('commit');
  } finally {
    connection.release();
  }
}
