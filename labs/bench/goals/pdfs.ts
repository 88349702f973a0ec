import { hash } from 'node:crypto';
import { Pool } from 'pg';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { listUnrendered } from '../../../src/render/statements/rendering.ts';
import { LONG_WEIGHT } from '../../../src/render/browser-pools.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { provePdf, proveStoredPdfs } from '../measuring/prove-pdfs.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import {
  BROWSER_EACH,
  CONTEXT_EACH,
  openBrowserEach,
  openContextEach,
  openReusedPage,
  REUSED_PAGE,
} from '../peers/pdf/chromium-peers.ts';
import type { PdfPeer } from '../peers/pdf/pdf-peer.ts';
import { openWeasyprint, WEASYPRINT } from '../peers/pdf/weasyprint-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'the product';
/** The number of PDFs that a peer renders per sample; it is smaller for slow peers. */
const PEER_TURNS: Readonly<Record<string, number>> = { [BROWSER_EACH]: 4, [CONTEXT_EACH]: 12 };

/** Goal 6: rendering PDFs, from the invoice's data to stored bytes. */
export async function measurePdfs(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const renderer = resources.use(await openRendering(product));
  const perSample = bench.pick(500, 25);
  const invoices = await renderer.issue(25);

  const pool = new Pool({ connectionString: await bench.createDatabase(), max: 1 });
  resources.defer(() => pool.end());
  await pool.query(
    'create table pdfs (id bigserial primary key, sha256 bytea not null, content bytea not null)',
  );
  await pool.query('alter table pdfs alter column content set storage external');
  // `npm run bench` installs this package of the lab after this file is loaded, so the import is
  // dynamic.
  const { openPdfkit, PDFKIT } = await import('../peers/pdf/pdfkit-peer.ts');
  const peers = [
    await openReusedPage(bench.chromiumPath),
    await openContextEach(bench.chromiumPath),
    openBrowserEach(bench.chromiumPath),
    openPdfkit('Inter'),
    openPdfkit('Helvetica'),
    openWeasyprint(),
  ].filter((peer) => peer !== null);
  for (const peer of peers) {
    resources.use(peer);
    for (const invoice of invoices.slice(0, 3)) await provePdf(await peer.render(invoice), invoice);
  }
  const contenders = peers.map((peer) => {
    const count = bench.pick(PEER_TURNS[peer.name] ?? 50, 2);
    return {
      name: peer.name,
      measure: () =>
        takeTime(count, [process.pid, ...bench.servers], () => renderAndStore(peer, pool, invoices, count)),
    };
  });
  const samples = await interleave(
    [{ name: PRODUCT, measure: () => renderer.renderNext(perSample) }, ...contenders],
    {
      rounds: bench.options.repeats,
      warmUps: 1,
    },
  );
  await proveStoredPdfs(product.pool, perSample * (bench.options.repeats + 1) + 25, invoices);

  const proof = `every stored PDF hashed again, the text of ${invoices.length} read; three of each peer read`;
  const rates = [...buildRates(samples, 'PDFs/s').values()];
  const compare = (peer: string, least: number, of: 'ms' | 'cpuMs' = 'ms'): Finding => ({
    goal: '6',
    what: `PDFs per ${of === 'ms' ? 'second' : 'processor second'}: how many times as many as ${peer}`,
    unit: '×',
    value: compareSamples(samples, peer, PRODUCT, of),
    limit: { least },
    figures: peer === REUSED_PAGE ? rates : [],
    proof,
  });
  if (!peers.some(({ name }) => name === WEASYPRINT)) bench.say('not measured: WeasyPrint is not installed');
  return [
    compare(REUSED_PAGE, 2.2),
    compare(CONTEXT_EACH, 10),
    compare(BROWSER_EACH, 22),
    compare(PDFKIT, 1.5, 'cpuMs'),
  ];
}

async function renderAndStore(
  peer: PdfPeer,
  pool: Pool,
  invoices: readonly PrintableInvoice[],
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const content = await peer.render(invoices[index % invoices.length]!);
    const sha256 = hash('sha256', content, 'buffer');
    await pool.query('insert into pdfs (sha256, content) values ($1, $2)', [sha256, content]);
  }
}

/**
 * The product with one worker for batches and one for PDFs. The queue of PDFs is held while
 * invoices are issued.
 */
async function openRendering(product: Product) {
  const client = await product.openClient();
  const queue = await openHeldQueue(product.redisUrl, 'pdfs');
  await product.startWorker('batches');
  await product.startWorker('pdfs');
  let batches = 0;
  const hasNone = async (condition: string) => {
    const { rowCount } = await product.pool.query(`select from batches where ${condition} limit 1`);
    return rowCount === 0;
  };
  const issueNext = async (count: number) => {
    await queue.hold();
    batches += 1;
    const id = await client.post(buildBatch(count, `P${batches}`));
    await waitUntil(() => hasNone('processed_at is null'), 'a batch to be issued');
    return id;
  };
  const render = async () => {
    await queue.release();
    await waitUntil(() => hasNone('rendered_at is null'), 'a batch to be rendered', { pauseMs: 5 });
  };
  return {
    /** Issues and renders invoices. @returns the documents that they are rendered from. */
    async issue(count: number): Promise<PrintableInvoice[]> {
      const id = await issueNext(count);
      const { printable } = await listUnrendered(product.pool, id, 0, count - 1, LONG_WEIGHT);
      await render();
      return printable;
    },
    /** Issues a batch, then measures only its rendering. */
    async renderNext(count: number) {
      await issueNext(count);
      return takeTime(count, product.listProcesses(), render);
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
