import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { sampleInvoice } from '../measuring/sample-invoice.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildHostileBatch } from '../product/build-hostile-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildWaitingFindings } from '../report/build-waiting-findings.ts';
import type { Finding } from '../report/finding.ts';

const SAMPLES = 7;
const PATIENCE_MS = 30_000;
const MIN_CHARACTERS = 150_000;

/**
 * Goal 9: an organization whose invoices take the longest possible time to render does not delay
 * the PDFs of another organization.
 */
export async function measureHostileRenderBatches(bench: Bench): Promise<Finding[]> {
  const idle: Sample[] = [];
  const beside: Sample[] = [];
  const batches = bench.pick(8, 2);
  const invoices = bench.pick(20, 8);
  await using product = await openProduct(bench);
  await product.startWorker('batches,pdfs');
  const small = await product.openClient();
  let sent = 0;
  const sendOne = async () => (await sampleInvoice(product, small, (sent += 1), PATIENCE_MS)).rendered;
  // The first samples warm up the worker and its browser.
  for (let index = -3; index < SAMPLES; index += 1) {
    const rendered = await sendOne();
    if (index >= 0) idle.push(rendered);
  }
  const hostile = await product.openClient();
  for (let batch = 0; batch < batches; batch += 1) {
    await hostile.post(buildHostileBatch(invoices, `H${batch}`));
  }
  const ofHostile = `where organization_id = ${hostile.organizationId}`;
  const isRendering = async () =>
    (await countRows(product.pool, `batches ${ofHostile} and processed_at is null`)) === 0 &&
    (await countRows(product.pool, `pdfs ${ofHostile}`)) > 0;
  await waitUntil(isRendering, 'the first hostile render batch');
  const issued = `issued_invoices ${ofHostile} and document_bytes > ${MIN_CHARACTERS}`;
  if ((await countRows(product.pool, issued)) !== batches * invoices) {
    throw new Error('The hostile invoices are shorter than intended');
  }
  for (let index = 0; index < SAMPLES; index += 1) beside.push(await sendOne());
  if ((await countRows(product.pool, `pdfs ${ofHostile}`)) === batches * invoices) {
    throw new Error('The hostile render batches were over before the other organization was served');
  }
  return buildWaitingFindings(
    "while another organization's hostile render batches run",
    idle,
    beside,
    'the PDF found in the tables while hostile ones are still due',
  );
}
