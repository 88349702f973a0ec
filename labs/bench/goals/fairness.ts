import type { Sample } from '../measuring/interleave.ts';
import { compareMedians } from '../measuring/statistics.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { sampleInvoice } from '../measuring/sample-invoice.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';
import { measureHostileDownloads } from './hostile-downloads.ts';
import { measureHostileRenderBatches } from './hostile-render-batches.ts';

const FLOODING_CLIENTS = 4;
const SAMPLES = 5;
type Times = { readonly issued: Sample[]; readonly rendered: Sample[] };

/** Goal 9: an organization that floods the system does not delay another one. */
export async function measureFairness(bench: Bench): Promise<Finding[]> {
  const idle: Times = { issued: [], rendered: [] };
  const flooded: Times = { issued: [], rendered: [] };
  const patienceMs = bench.pick(30_000, 5000);
  const floods = Math.ceil(bench.options.repeats / 3);
  const batches = bench.pick(100, 6);
  for (let flood = 0; flood < floods; flood += 1) {
    await using product = await openProduct(bench);
    await product.startWorker('batches,pdfs');
    const small = await product.openClient();
    let sent = 0;
    const sendOne = () => sampleInvoice(product, small, (sent += 1), patienceMs);
    // The first samples warm up the worker and its browser.
    for (let index = -3; index < SAMPLES; index += 1) {
      const { issued, rendered } = await sendOne();
      if (index < 0) continue;
      idle.issued.push(issued);
      idle.rendered.push(rendered);
    }
    await floodWith(product, batches);
    for (let index = 0; index < SAMPLES; index += 1) {
      const backlog = await countRows(product.pool, 'batches where processed_at is null');
      const { issued, rendered } = await sendOne();
      if (backlog > 0 || bench.options.isQuick) flooded.issued.push(issued);
      flooded.rendered.push(rendered);
      if (rendered.ms >= patienceMs) break;
    }
    const unrendered = await countRows(product.pool, 'batches where rendered_at is null');
    if (unrendered === 0) throw new Error('The flood was over before the other organization was served');
    expectEqual(
      'Invoices of the other organization',
      await countRows(product.pool, `batches where organization_id = ${small.organizationId}`),
      sent,
    );
  }
  if (flooded.issued.length === 0) throw new Error('The flood was issued before anything else could be sent');
  const build = (what: string, key: keyof Times, most: number): Finding => ({
    goal: '9',
    what: `${what} of one invoice while another organization floods ${batches} batches of 1000, over an idle system`,
    unit: '×',
    value: compareMedians(
      flooded[key].map(({ ms }) => ms),
      idle[key].map(({ ms }) => ms),
    ),
    limit: { most },
    figures: [
      ...buildFigures(
        new Map([
          [`${what}, idle`, idle[key]],
          [`${what}, flooded`, flooded[key]],
        ]),
      ).values(),
    ],
    proof: 'the invoice and its PDF found in the tables while the flood still lasts',
  });
  const findings = [build('Time to issued', 'issued', 3), build('Time to PDF', 'rendered', 5)];
  return [
    ...findings,
    ...(await measureHostileRenderBatches(bench)),
    ...(await measureHostileDownloads(bench)),
  ];
}

async function floodWith(product: Product, batches: number): Promise<void> {
  const client = await product.openClient();
  await runClients(FLOODING_CLIENTS, batches, async (index) => {
    await client.post(buildBatch(1000, `F${index}`));
  });
}
