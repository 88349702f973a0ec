import { findFreePorts } from '../../../ops/local/servers/free-ports.ts';
import { decideSpfe } from '../../../src/organizations/spfe/decide-spfe.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { giveAddress } from '../product/give-address.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures, buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';
import { startScript, type Started } from '../start-script.ts';
import { measureSpfeFloods } from './spfe-floods.ts';

const DELIVERIES = 'deliveries to the SPFE';
const RECORDS = 'records of VeriFactu';
const ISSUERS = { [DELIVERIES]: 'B76543214', [RECORDS]: 'B12345674' } as const;

/**
 * The goal `spfe-sending`: the time from the job to the stored answers for deliveries to the SPFE, which
 * includes writing their files, compared with as many registration records of VeriFactu; and whether an
 * organization with many deliveries waiting delays others.
 */
export async function measureSpfeSending(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await startStandIn());
  const product = resources.use(await openProduct(bench));
  const { pool } = product;
  const client = await product.openClient();
  const issuerNif = ISSUERS[DELIVERIES];
  const wanted = {
    issuerNif,
    validFrom: '2026-01-01',
    mode: 'send',
    channel: 'interconnect',
    basis: 'turnover',
  } as const;
  const order = { operator: 'bench', reason: null };
  const decided = await decideSpfe(pool, wanted, order, new Date(), false);
  expectEqual('The decision about the SPFE', decided.kind, 'decided');
  const queues = {
    [DELIVERIES]: resources.use(await openHeldQueue(product.redisUrl, 'spfe')),
    [RECORDS]: resources.use(await openHeldQueue(product.redisUrl, 'remission')),
  };
  await giveAddress(pool, [issuerNif]);
  await product.startWorker('batches');
  const transport = { AEAT_URL: aeat.url, SPFE_TRANSPORT: 'sandbox', SPFE_URL: `${aeat.url}/spfe` };
  const senders = {
    [DELIVERIES]: await product.startWorker('spfe', transport),
    [RECORDS]: await product.startWorker('remission', transport),
  };
  const countOpen = {
    [DELIVERIES]: () => countRows(pool, `spfe_deliveries where state in ('pending', 'sending', 'uncertain')`),
    [RECORDS]: async () =>
      (await countRows(pool, 'registration_records')) - (await countRows(pool, 'record_answers')),
  };
  const most = bench.pick(1000, 100);
  let batches = 0;
  const send = async (name: keyof typeof ISSUERS) => {
    const others = name === DELIVERIES ? RECORDS : DELIVERIES;
    await queues[name].hold();
    batches += 1;
    await client.post(buildBatch(most, `D${batches}`, ISSUERS[name]));
    await waitUntil(
      async () => (await countRows(pool, 'batches where processed_at is null')) === 0,
      'a batch to be issued',
      { pauseMs: 5 },
    );
    // The records of the invoices that go to the SPFE are sent first, so that they take no processor.
    await waitUntil(async () => (await countOpen[others]()) === 0, `the answers to ${others}`, {
      pauseMs: 20,
    });
    await waitUntil(
      async () => (await countRows(pool, 'remissions where next_allowed_at > now()')) === 0,
      'the end of the wait of AEAT',
      { pauseMs: 20 },
    );
    expectEqual(`Open ${name}`, await countOpen[name](), most);
    return takeTime(1, [senders[name].pid], async () => {
      await queues[name].release();
      await waitUntil(async () => (await countOpen[name]()) === 0, `the answers to ${name}`, { pauseMs: 5 });
    });
  };
  const sending = await interleave(
    ([DELIVERIES, RECORDS] as const).map((name) => ({ name, measure: () => send(name) })),
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  const admitted = await countRows(pool, `spfe_deliveries where state = 'admitted'`);
  expectEqual('The admitted deliveries', admitted, (batches / 2) * most);
  const proof = `${admitted} deliveries admitted by the stand-in for AEAT`;
  const figures = [
    ...buildRates(sending, 'deliveries or records/s', most).values(),
    ...buildFigures(sending).values(),
  ];
  const over = (what: string, of: 'ms' | 'cpuMs'): Finding => ({
    goal: 'spfe-sending',
    what: `${what}: ${most} deliveries to the SPFE, over as many records of VeriFactu`,
    unit: '×',
    value: compareSamples(sending, DELIVERIES, RECORDS, of),
    figures,
    proof,
  });
  return [
    over('From the job to the stored answers', 'ms'),
    over('Processor time from the job to the stored answers', 'cpuMs'),
    ...(await measureSpfeFloods(bench, product, { spfe: issuerNif, verifactu: ISSUERS[RECORDS] })),
  ];
}

/** Starts the stand-in for AEAT as a process of its own, because the validation of documents takes long. */
async function startStandIn(): Promise<Started & { readonly url: string }> {
  const [port = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const started = await startScript({
    name: 'aeat',
    script: 'packages/aeat-sandbox/src/main.ts',
    environment: { AEAT_SANDBOX_PORT: String(port), AEAT_SANDBOX_WAIT: '1', AEAT_SANDBOX_MEMORY: '1' },
    isReady: async () => (await fetch(`${url}/control`).catch(() => null))?.ok === true,
  });
  return { ...started, url };
}
