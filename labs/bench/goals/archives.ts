import { request } from 'node:http';
import { splitPdfs } from '../../../src/deliver/zip-parts.ts';
import { extractPdfs } from '../../../src/render/postprocess/stored-render-batch.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { listBatchPdfs, type StoredPdf } from '../../../src/deliver/reads/batch-pdfs.ts';
import { readRenderBatches } from '../../../src/deliver/reads/render-batches.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { readMemory, readPeakMemory, resetPeakMemory } from '../measuring/process-tree.ts';
import { expectEqual } from '../measuring/prove.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const ARCHIVE = 'ZIP over HTTP';
const TOGETHER = 'several render batches per statement, one after another';
const ONE_BY_ONE = 'one PDF per statement, one after another';
const MB = 2 ** 20;
const PDFS = 1000;
const AT_ONCE = 3;

/** Goal 12: the archive of a batch's PDFs is streamed. */
export async function measureArchives(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const { organizationId, authorization } = client;
  await client.post(buildBatch(PDFS, 'Z'));
  await product.startWorker('batches,pdfs');
  const isRendered = async () =>
    (await product.pool.query('select from batches where rendered_at is null')).rowCount === 0;
  await waitUntil(isRendered, 'the PDFs of a batch', { pauseMs: 100 });
  const { pool } = resources.use(
    openPool({ url: product.databaseUrl, applicationName: 'bench', role: 'ingress', maxConnections: 1 }),
  );
  const { pdfs } = (await listBatchPdfs(pool, organizationId, 1))!;
  expectEqual('Stored PDFs', pdfs.length, PDFS);

  const readAll = async (chunks: readonly (readonly StoredPdf[])[]) => {
    let read = 0;
    for (const chunk of chunks) {
      const byRenderBatch = Map.groupBy(chunk, ({ renderBatchId }) => renderBatchId);
      const renderBatches = await readRenderBatches(pool, organizationId, [...byRenderBatch.keys()]);
      for (const [id, inIt] of byRenderBatch) {
        const { version, content } = renderBatches.get(id)!;
        const ids = inIt.map((pdf) => pdf.id);
        for (const { length } of extractPdfs(version, content!, ids)) read += length;
      }
    }
    return read;
  };
  const bytes = await readAll([...splitPdfs(pdfs)]);
  const readAgain = async (chunks: readonly (readonly StoredPdf[])[]) =>
    expectEqual('Bytes read', await readAll(chunks), bytes);
  const download = () => downloadArchive(product, { authorization }, bytes);
  const contend = (name: string, work: () => Promise<void>) => ({
    name,
    measure: () => takeTime(1, [process.pid, ...product.listProcesses()], work),
  });
  const samples = await interleave(
    [
      contend(ARCHIVE, download),
      contend(TOGETHER, () => readAgain([...splitPdfs(pdfs)])),
      contend(ONE_BY_ONE, () => readAgain(pdfs.map((pdf) => [pdf]))),
    ],
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  const what = `ZIP of ${PDFS} PDFs, ${Math.round(bytes / MB)} MB, over reading their render batches and extracting them`;
  const proof =
    'the number of files and the bytes of every archive, and the bytes of every reading, compared with what was stored';
  const compare = (floor: string): Finding => ({
    goal: '12',
    what: `${what} (${floor})`,
    unit: '×',
    value: compareSamples(samples, ARCHIVE, floor),
    limit: { most: 3 },
    figures: [...buildFigures(samples).values()],
    proof,
  });
  return [compare(TOGETHER), compare(ONE_BY_ONE), ...(await measureGrowth(bench, product, download))];
}

/**
 * Measures the growth of the ingress's memory while several archives are downloaded at the same
 * time.
 */
async function measureGrowth(
  bench: Bench,
  { ingress: { pid } }: Product,
  download: () => Promise<void>,
): Promise<Finding[]> {
  if (process.platform !== 'linux') return [];
  const before = readMemory(pid);
  const peaks: number[] = [];
  for (let round = 0; round < bench.options.repeats; round += 1) {
    resetPeakMemory(pid);
    await Promise.all(Array.from({ length: AT_ONCE }, download));
    peaks.push((readPeakMemory(pid) - before) / MB);
  }
  return [
    {
      goal: '12',
      what: `Growth of the ingress's memory while ${AT_ONCE} such archives are downloaded at once`,
      unit: 'MB',
      value: describeSpread(peaks),
      limit: { most: 40 },
      figures: [],
      proof: `${peaks.length * AT_ONCE} archives compared; the peak that the kernel recorded (VmHWM) over the memory in use after archives were downloaded one at a time`,
    },
  ];
}

/** Downloads the archive as a stream and keeps only its end, which contains the number of files. */
function downloadArchive({ apiUrl }: Product, headers: Record<string, string>, bytes: number): Promise<void> {
  const END_BYTES = 22;
  return new Promise((resolve, reject) => {
    const sent = request(`${apiUrl}/invoice_batches/1/pdfs`, { headers }, (answer) => {
      let length = 0;
      let end: Buffer = Buffer.alloc(0);
      answer.on('data', (piece: Buffer) => {
        length += piece.length;
        end = Buffer.concat([end, piece.subarray(-END_BYTES)]).subarray(-END_BYTES);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        try {
          expectEqual('Status of the archive', answer.statusCode ?? 0, 200);
          // The manifest and the PDFs.
          expectEqual('Files in the archive', end.readUInt16LE(10), PDFS + 1);
          // The archive also contains names and headers, so it is larger than its PDFs.
          if (length < bytes || length > bytes + PDFS * 300)
            throw new Error(`The archive has ${length} bytes, and its PDFs ${bytes}`);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
