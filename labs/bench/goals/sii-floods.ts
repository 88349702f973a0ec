import { compareMedians } from '../measuring/statistics.ts';
import { countRows } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Sample } from '../measuring/interleave.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import type { Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const FLOODING_CLIENTS = 4;
const SAMPLES = 5;
const PATIENCE_MS = 30_000;

/** The issuers of the flood and of the other organization. */
export type Registers = { readonly sii: string; readonly verifactu: string };

/** An answer of AEAT to an invoice, by its register. */
const ANSWERED = {
  sii: `sii_entries where state not in ('pending', 'sent') and organization_id = `,
  verifactu: 'record_answers where organization_id = ',
};

/**
 * Measures the time from the request to AEAT's answer for invoices of one organization while the
 * invoices of another one, in the other register, wait for AEAT.
 */
export async function measureSiiFloods(
  bench: Bench,
  product: Product,
  registers: Registers,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const batches = bench.pick(100, 2);
  for (const [flooding, other] of [
    ['sii', 'verifactu'],
    ['verifactu', 'sii'],
  ] as const) {
    const small = await product.openClient();
    const large = await product.openClient();
    let sent = 0;
    const sampleOne = async (): Promise<Sample> => {
      sent += 1;
      return takeTime(1, product.listProcesses(), async () => {
        await small.post(buildBatch(1, `${other}-${small.organizationId}-${sent}`, registers[other]));
        await waitUntil(
          async () =>
            (await countRows(product.pool, ANSWERED[other] + String(small.organizationId))) === sent,
          'the answer to one invoice',
          { pauseMs: 10, limitMs: PATIENCE_MS },
        );
      });
    };
    const sample = async () => {
      const samples: Sample[] = [];
      for (let index = 0; index < SAMPLES; index += 1) samples.push(await sampleOne());
      return samples;
    };
    await sampleOne();
    const idle = await sample();
    const total = batches * 1000;
    await using queue = await openHeldQueue(product.redisUrl, 'remission');
    await queue.hold();
    await runClients(FLOODING_CLIENTS, batches, async (index) => {
      await large.post(buildBatch(1000, `F${large.organizationId}-${index}`, registers[flooding]));
    });
    const issued = `issued_invoices where organization_id = ${large.organizationId}`;
    await waitUntil(async () => (await countRows(product.pool, issued)) === total, 'the flood to be issued', {
      pauseMs: 200,
      limitMs: 600_000,
    });
    await queue.release();
    const flooded = await sample();
    const answered = await countRows(product.pool, ANSWERED[flooding] + String(large.organizationId));
    if (answered === total && !bench.options.isQuick)
      throw new Error('The flood was answered before the other organization');
    const what = `Time to AEAT’s answer for one invoice in ${NAMES[other]} while another organization has ${total} in ${NAMES[flooding]} waiting`;
    findings.push({
      goal: 'sii',
      what: `${what}, over an idle system`,
      unit: '×',
      value: compareMedians(
        flooded.map(({ ms }) => ms),
        idle.map(({ ms }) => ms),
      ),
      limit: { most: 5 },
      figures: [
        ...buildFigures(
          new Map([
            [`in ${NAMES[other]}, idle`, idle],
            [`in ${NAMES[other]}, flooded`, flooded],
          ]),
        ).values(),
      ],
      proof: `each invoice answered while ${total - answered} of the flood still waited`,
    });
    await waitUntil(
      async () =>
        (await countRows(product.pool, ANSWERED[flooding] + String(large.organizationId))) === total,
      'the flood to be answered',
      { pauseMs: 500, limitMs: 600_000 },
    );
  }
  return findings;
}

const NAMES = { sii: 'SII', verifactu: 'VeriFactu' };
