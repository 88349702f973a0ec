import type { Turn } from '../measuring/interleave.ts';
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

/** Goal 9: an organization whose invoices take as long to render batch as any can does not make another one wait for its PDF. */
export async function measureHostileRenderBatches(bench: Bench): Promise<Finding[]> {
  const idle: Turn[] = [];
  const beside: Turn[] = [];
  const batches = bench.pick(8, 2);
  const invoices = bench.pick(20, 8);
  await using product = await openProduct(bench);
  await product.startWorker('batches,pdfs');
  const small = await product.openClient();
  let sent = 0;
  const sendOne = async () => (await sampleInvoice(product, small, (sent += 1), PATIENCE_MS)).printed;
  // The first ones warm the worker and its browser up.
  for (let index = -3; index < SAMPLES; index += 1) {
    const printed = await sendOne();
    if (index >= 0) idle.push(printed);
  }
  const hostile = await product.openClient();
  for (let batch = 0; batch < batches; batch += 1) {
    await hostile.post(buildHostileBatch(invoices, `H${batch}`));
  }
  const ofHostile = `where organization_id = ${hostile.organizationId}`;
  const isPrinting = async () =>
    (await countRows(product.pool, `batches ${ofHostile} and processed_at is null`)) === 0 &&
    (await countRows(product.pool, `pdfs ${ofHostile}`)) > 0;
  await waitUntil(isPrinting, 'the first hostile render batch');
  const issued = `issued_invoices ${ofHostile} and document_bytes > ${MIN_CHARACTERS}`;
  if ((await countRows(product.pool, issued)) !== batches * invoices) {
    throw new Error('The hostile invoices are not as long as they were meant to be');
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
