import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { decideRegister } from '../../../src/organizations/registers/decide-register.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures, buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';
import { measureSiiFloods } from './sii-floods.ts';

const ENTRIES = 'entries in SII';
const RECORDS = 'records of VeriFactu';
const ISSUING_SII = 'a batch of an issuer in SII';
const ISSUING_VERIFACTU = 'a batch of an issuer in VeriFactu';
const ISSUER_IN_SII = 'B76543214';

/**
 * The goal `sii`: the time from the job to the stored answers of AEAT for a message of entries in
 * SII, compared with a message of as many registration records of VeriFactu; and the time to issue
 * a batch of an issuer in each register.
 */
export async function measureSiiEntries(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  // The stand-in for AEAT runs in this process, so its processor time is not counted.
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const wanted = {
    issuerNif: ISSUER_IN_SII,
    validFrom: '2026-01-01',
    register: 'sii',
    period: 'month',
    basis: 'turnover',
  } as const;
  const order = { operator: 'bench', reason: null };
  const decided = await decideRegister(product.pool, wanted, order, new Date(), false);
  expectEqual('The decision about the register', decided.kind, 'decided');
  const queue = resources.use(await openHeldQueue(product.redisUrl, 'remission'));
  const issuer = await product.startWorker('batches');
  const remitter = await product.startWorker('remission', { AEAT_URL: aeat.url });
  const most = bench.pick(1000, 100);
  let batches = 0;
  const issue = async (nif: string) => {
    batches += 1;
    await client.post(buildBatch(most, `${nif === ISSUER_IN_SII ? 'S' : 'V'}${batches}`, nif));
    await waitUntil(
      async () => (await countRows(product.pool, 'batches where processed_at is null')) === 0,
      'a batch to be issued',
      { pauseMs: 5 },
    );
  };
  const countOpen = {
    [ENTRIES]: () => countRows(product.pool, `sii_entries where state in ('pending', 'sent')`),
    [RECORDS]: async () =>
      (await countRows(product.pool, 'registration_records')) -
      (await countRows(product.pool, 'record_answers')),
  };
  const send = async (name: keyof typeof countOpen, nif: string) => {
    await queue.hold();
    await issue(nif);
    expectEqual(`Open ${name}`, await countOpen[name](), most);
    // AEAT's wait between two messages of a chain is not work of the engine.
    await waitUntil(
      async () => (await countRows(product.pool, 'remissions where next_allowed_at > now()')) === 0,
      'the end of the wait of AEAT',
      { pauseMs: 20 },
    );
    return takeTime(1, [remitter.pid], async () => {
      await queue.release();
      await waitUntil(async () => (await countOpen[name]()) === 0, `the answers to ${name}`, { pauseMs: 5 });
    });
  };
  const rounds = { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) };
  const sending = await interleave(
    [
      { name: ENTRIES, measure: () => send(ENTRIES, ISSUER_IN_SII) },
      { name: RECORDS, measure: () => send(RECORDS, 'B12345674') },
    ],
    rounds,
  );
  await queue.hold();
  const issuing = await interleave(
    [
      {
        name: ISSUING_SII,
        measure: () => takeTime(1, [issuer.pid], () => issue(ISSUER_IN_SII)),
      },
      {
        name: ISSUING_VERIFACTU,
        measure: () => takeTime(1, [issuer.pid], () => issue('B12345674')),
      },
    ],
    rounds,
  );
  expectEqual(
    'Entries or records that AEAT did not accept',
    (await countRows(product.pool, `sii_entries where state not in ('pending', 'sent', 'accepted')`)) +
      (await countRows(product.pool, `record_answers where state <> 'accepted'`)),
    0,
  );
  const answered = await countRows(product.pool, `sii_entries where state = 'accepted'`);
  const proof = `${answered} entries and ${await countRows(product.pool, 'record_answers')} records accepted by the stand-in for AEAT`;
  await queue.release();
  await waitUntil(
    async () => (await countOpen[ENTRIES]()) + (await countOpen[RECORDS]()) === 0,
    'all answers',
  );
  const floods = await measureSiiFloods(bench, product, { sii: ISSUER_IN_SII, verifactu: 'B12345674' });
  return [
    {
      goal: 'sii',
      what: `From the job to the stored answers: a message of ${most} entries in SII, over one of as many records of VeriFactu`,
      unit: '×',
      value: compareSamples(sending, ENTRIES, RECORDS),
      limit: { most: 1 },
      figures: [...buildRates(sending, 'entries or records/s', most).values()],
      proof,
    },
    {
      goal: 'sii',
      what: `From POST to issued: a batch of ${most} of an issuer in SII, over one of an issuer in VeriFactu`,
      unit: '×',
      value: compareSamples(issuing, ISSUING_SII, ISSUING_VERIFACTU),
      figures: [...buildFigures(issuing).values()],
      proof: `${batches} batches issued`,
    },
    ...floods,
  ];
}
