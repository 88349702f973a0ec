import { request } from 'node:http';
import { BOOK_FORMATS, type BookFormat } from '../../../src/deliver/books/book-sink.ts';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import { type Contender, interleave } from '../measuring/interleave.ts';
import { expectEqual, proveIssued } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const MOST_MS = 60_000;

/**
 * The goal `book`: the time from the request to the last byte of the book of issued invoices of a
 * year, in each format.
 */
export async function measureBooks(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  resources.use(await product.startWorker('batches'));
  const [batches, each] = [bench.pick(100, 2), bench.pick(1000, 100)];
  for (let batch = 0; batch < batches; batch += 1) await client.post(buildBatch(each, `B${batch}`));
  await waitUntil(
    async () => (await product.pool.query('select from batches where processed_at is null')).rowCount === 0,
    'the batches to be issued',
    { pauseMs: 200 },
  );
  const invoices = batches * each;
  const { authorization } = client;
  const to = `${todayInMadrid(new Date()).slice(0, 4)}-12-31`;
  const bytes = new Map<BookFormat, number>();
  const download = async (format: BookFormat) => {
    const url = `${product.rootUrl}/v2/books/issued?issuer_nif=B12345674&to=${to}&format=${format}`;
    const received = await countBytes(url, { authorization });
    expectEqual(`Bytes of the book as ${format}`, received, bytes.get(format) ?? received);
    bytes.set(format, received);
  };
  const contenders = BOOK_FORMATS.map((format): Contender => ({
    name: format,
    measure: () => takeTime(1, product.listProcesses(), () => download(format)),
  }));
  const samples = await interleave(contenders, {
    rounds: bench.pick(Math.min(bench.options.repeats, 3), 1),
    warmUps: 0,
  });
  const records = await proveIssued(product.pool, invoices);
  return [...buildFigures(samples).values()].map((figure) => ({
    goal: 'book',
    what: `The book of ${invoices} issued invoices as ${figure.name}, from the request to its last byte`,
    unit: 'ms',
    value: figure.value,
    limit: { most: MOST_MS },
    figures: [figure],
    proof: `${records} records recomputed; ${bytes.get(figure.name as BookFormat)} bytes in each round`,
  }));
}

/** Downloads a file without keeping it. @throws if the answer is not 200 or does not end. */
function countBytes(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      let received = 0;
      if (answer.statusCode !== 200) reject(new Error(`GET ${url} answered ${answer.statusCode}`));
      answer.on('data', (chunk: Buffer) => (received += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => resolve(received));
    });
    sent.on('error', reject);
    sent.end();
  });
}
