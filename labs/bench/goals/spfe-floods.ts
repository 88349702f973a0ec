import { compareMedians } from '../measuring/statistics.ts';
import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { giveAddress } from '../product/give-address.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import type { Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const FLOODING_CLIENTS = 4;
const SAMPLES = 5;
const PATIENCE_MS = 30_000;
const NAMES = { spfe: 'the SPFE', verifactu: 'VeriFactu' } as const;
/** An answer of AEAT to an invoice. */
const ANSWERED = {
  spfe: `spfe_deliveries where state = 'admitted' and organization_id = `,
  verifactu: 'record_answers where organization_id = ',
} as const;

/**
 * Measures the time from the request to AEAT's answer for invoices of one organization, in the SPFE and
 * in VeriFactu, while deliveries of another one wait for the SPFE. The stand-in for AEAT judges one
 * request after another, so that the time in the SPFE includes its queue.
 */
export async function measureSpfeFloods(
  bench: Bench,
  product: Product,
  issuers: { readonly spfe: string; readonly verifactu: string },
): Promise<Finding[]> {
  const { pool } = product;
  const large = await product.openClient();
  const small = { spfe: await product.openClient(), verifactu: await product.openClient() };
  await giveAddress(pool, [issuers.spfe]);
  const sent = { spfe: 0, verifactu: 0 };
  const sampleOne = async (service: keyof typeof NAMES): Promise<Sample> => {
    sent[service] += 1;
    const { organizationId } = small[service];
    return takeTime(1, product.listProcesses(), async () => {
      await small[service].post(
        buildBatch(1, `${service}-${organizationId}-${sent[service]}`, issuers[service]),
      );
      await waitUntil(
        async () => (await countRows(pool, ANSWERED[service] + String(organizationId))) === sent[service],
        'the answer to one invoice',
        { pauseMs: 10, limitMs: PATIENCE_MS },
      );
    });
  };
  const sample = async (service: keyof typeof NAMES) => {
    const samples: Sample[] = [];
    for (let index = 0; index < SAMPLES; index += 1) samples.push(await sampleOne(service));
    return samples;
  };
  const idle = {} as Record<keyof typeof NAMES, Sample[]>;
  for (const service of ['spfe', 'verifactu'] as const) {
    await sampleOne(service);
    idle[service] = await sample(service);
  }
  const batches = bench.pick(100, 5);
  const total = batches * 1000;
  await using queue = await openHeldQueue(product.redisUrl, 'spfe');
  await queue.hold();
  await runClients(FLOODING_CLIENTS, batches, async (index) => {
    await large.post(buildBatch(1000, `F${large.organizationId}-${index}`, issuers.spfe));
  });
  const issued = `issued_invoices where organization_id = ${large.organizationId}`;
  await waitUntil(async () => (await countRows(pool, issued)) === total, 'the flood to be issued', {
    pauseMs: 200,
    limitMs: 600_000,
  });
  // The records of the flood are no part of it.
  const records = `record_answers where organization_id = ${large.organizationId}`;
  await waitUntil(async () => (await countRows(pool, records)) === total, 'the records of the flood', {
    pauseMs: 200,
    limitMs: 600_000,
  });
  await queue.release();
  const findings: Finding[] = [];
  for (const service of ['spfe', 'verifactu'] as const) {
    const flooded = await sample(service);
    const answered = await countRows(pool, ANSWERED.spfe + String(large.organizationId));
    if (answered === total) throw new Error('The flood was answered before the other organization');
    findings.push({
      goal: 'spfe-sending',
      what: `Time to AEAT’s answer for one invoice in ${NAMES[service]} while another organization has ${total} deliveries to the SPFE waiting, over an idle system`,
      unit: '×',
      value: compareMedians(
        flooded.map(({ ms }) => ms),
        idle[service].map(({ ms }) => ms),
      ),
      limit: { most: 5 },
      figures: [
        ...buildFigures(
          new Map([
            [`in ${NAMES[service]}, idle`, idle[service]],
            [`in ${NAMES[service]}, flooded`, flooded],
          ]),
        ).values(),
      ],
      proof: `each invoice answered while ${total - answered} of the flood still waited`,
    });
  }
  return findings;
}
