import type { Pool } from 'pg';
import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { formatGeneratedAt } from '../../../src/domain/reading/madrid-time.ts';
import { openChains } from '../../../src/issue/chain-records.ts';
import { mapYielding } from '../../../src/platform/process/map-yielding.ts';
import type { ChainHead } from '../../../src/issue/statements/issuing.ts';
import { readLiterals } from '../../../src/platform/literals/read-literals.ts';
import { interleave, type Sample } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveIssued } from '../measuring/prove.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';

const BUILDING = 'records built and hashed';
const REMITTING = 'envelope built, sent, answer parsed and applied';
const RECORDS = 1000;
const SOFTWARE = {
  producerName: 'Productor',
  producerNif: 'A12345674',
  systemName: 'Bench',
  systemId: '01',
  version: '1',
};
const HEAD: ChainHead = {
  id: 1,
  issuerNif: 'B12345674',
  installationNumber: 'bench',
  sequence: 0,
  lastHash: null,
  lastInvoiceNumber: null,
  lastIssueDate: null,
  issuerProfileId: null,
  chainsOfOrganization: 1,
  remittedSequence: 0,
};

/**
 * Goal 10: the processor time of an envelope of 1000 records, from building the records to applying
 * AEAT's answer.
 */
export async function measureRemission(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  // The stand-in for AEAT runs in this process, so its work is not counted.
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const queue = resources.use(await openHeldQueue(product.redisUrl, 'remission'));
  await product.startWorker('batches');
  const remitter = await product.startWorker('remission', { AEAT_URL: aeat.url });
  const envelopes = bench.pick(4, 1);
  let issued = 0;
  const answered = () => countRows(product.pool, 'record_answers');
  const issue = async () => {
    await queue.hold();
    for (let index = 0; index < envelopes; index += 1) {
      issued += RECORDS;
      await client.post(buildBatch(RECORDS, `R${issued}`));
      await waitUntil(
        async () => (await countRows(product.pool, 'batches where processed_at is null')) === 0,
        'a batch to be issued',
      );
    }
  };
  const remit = async () => {
    await issue();
    return takeTime(envelopes, [remitter.pid], async () => {
      await queue.release();
      await waitUntil(async () => (await answered()) === issued, 'the answers of AEAT', { pauseMs: 50 });
    });
  };
  await issue();
  const documents = await readDocuments(product.pool);
  const samples = await interleave(
    [
      { name: BUILDING, measure: async () => buildRecords(documents) },
      { name: REMITTING, measure: remit },
    ],
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  await proveIssued(product.pool, issued);
  const refused = await countRows(product.pool, `record_answers where state <> 'accepted'`);
  expectEqual('Records that the stand-in did not accept', refused, 0);
  expectEqual('Records at the stand-in', aeat.control.records().length, issued);

  const readCpu = (name: string) => samples.get(name)!.map(({ cpuMs }) => cpuMs ?? Number.NaN);
  const building = readCpu(BUILDING);
  const remitting = readCpu(REMITTING);
  return [
    {
      goal: '10',
      what: `Processor time of an envelope of ${RECORDS}: records built, hashed, sent, answer parsed and applied`,
      unit: 'ms',
      value: describeSpread(building.map((cpu, round) => cpu + (remitting[round] ?? Number.NaN))),
      limit: { most: 150 },
      figures: [
        { name: BUILDING, unit: 'ms of processor time', value: describeSpread(building) },
        { name: REMITTING, unit: 'ms of processor time', value: describeSpread(remitting) },
      ],
      proof: `${issued} records recomputed, accepted by the stand-in for AEAT, and found answered in the tables`,
    },
  ];
}

async function readDocuments(pool: Pool) {
  const { rows } = await pool.query<{ invoiceId: number }>(
    `select id::float8 as "invoiceId" from issued_invoices order by id limit ${RECORDS}`,
  );
  const documentOf = await readLiterals(pool, 'documents', rows);
  return rows.map((row) => ({ id: row.invoiceId, document: readDocument(documentOf(row)) }));
}

async function buildRecords(
  documents: readonly { id: number; document: InvoiceDocument }[],
): Promise<Sample> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const chains = openChains([HEAD], SOFTWARE, formatGeneratedAt(new Date()));
  const records = await mapYielding(documents, chains.register);
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - started;
  expectEqual('Records built', records.length, RECORDS);
  return { ms, cpuMs: (user + system) / 1000 };
}
