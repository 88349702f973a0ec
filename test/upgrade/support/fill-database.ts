import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import { recordAct } from '../../../src/platform/audit/operator-acts.ts';
import { openDatabase, withStatements } from '../../../src/platform/postgres/open-database.ts';
import { listChains } from '../../../src/operate/chains/chains.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { addCertificate } from '#src/remit/certificates.ts';
import { markForComparison } from '../../../src/operate/chains/order-chains.ts';
import { changeSetting } from '../../../src/organizations/settings.ts';
import { retireChain } from '../../../src/platform/postgres/lineage/restores.ts';
import { renderPdfs } from '../../../src/render/render-pdfs.ts';
import type { RenderPdfsJob } from '../../../src/contracts/jobs.ts';
import type { DeliveryReport } from '../../../src/notify/delivering.ts';
import { deliverWebhooks } from '../../../src/notify/deliver-webhooks.ts';
import { fillLater } from './fill-later.ts';
import { fillSii } from './fill-sii.ts';
import { fillSpfe } from './fill-spfe.ts';
import { addEndpoint } from '../../../src/notify/webhook-endpoints.ts';
import { openNameResolver } from '../../../src/notify/name-resolver.ts';
import { openTestMonths, type TestMonths } from '../../archive/support/months.ts';
import { openSharedRenderer } from '../../render/support/open-test-renderer.ts';
import { BY_TEST, createSession, type TestApi, type TestOrganization } from '../../support/api.ts';
import { changeAsOperator } from '#src/organizations/recipients/recipient-profiles.ts';
import { publishSealingKey } from '../../../src/notify/sealing-keys.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { issueBatch, issuingContext, postBatch } from '../../support/engine.ts';
import { printingContext } from '../../support/printing.ts';
import { runCli } from '../../support/run-cli.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { createMetrics } from '../../support/metrics.ts';
import { testLogger } from '../../support/test-logger.ts';
import { UNKNOWING } from '../../support/tracker.ts';
import { openReceiver } from '../../notify/support/receiver.ts';
import type { Facts } from './golden-dump.ts';
import { writeDump, type Dump } from './write-dump.ts';
import { recordProcesses } from './note-processes.ts';
import { readAnswers } from './read-answers.ts';
import { signFacturae } from './sign-facturae.ts';

/** Seals the certificate and the webhook secret of the dump. For tests only. */
const SEALING_KEY = Buffer.alloc(32, 'golden dump, for tests only');
const CERTIFICATE = path.resolve(
  import.meta.dirname,
  '../../../packages/verifactu/test/fixtures/test-only-company.p12',
);
/** Separate chains: one that AEAT halts, and one that is renewed. */
const [HALTED, RENEWED] = ['A12345674', 'G12345674'] as const;
/** Bodies are erased after thirteen months. */
const PAST_MONTHS = 15;

/**
 * Fills a database with data of every kind, using the engine itself and its stand-in for AEAT, and
 * records the facts that must hold after an upgrade. Its clock passes from a past month through one
 * that is archived to the following one.
 */
export async function fillDatabase(): Promise<{ readonly dump: Dump; readonly facts: Facts }> {
  await using resources = new AsyncDisposableStack();
  const months = resources.use(await openTestMonths());
  const directory = await mkdtemp(path.join(tmpdir(), 'golden-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const { test } = months;
  const { api } = test;
  const { database } = api;
  const [first, second] = months.organizations as [TestOrganization, TestOrganization];
  const start = api.clock.now;

  await configure(months, directory);
  const receiver = resources.use(await openReceiver());
  const operator = resources.use(
    openDatabase({ url: database.urlOf('operator'), applicationName: 'test', role: 'operator' }),
  ).orm;
  const endpoint = await addEndpoint(
    operator,
    SEALING_KEY,
    { organizationId: first.id, url: receiver.url, eventTypes: null, payloadVersion: 1 },
    BY_TEST,
  );

  await publishSealingKey(database.pool, [SEALING_KEY], start);
  await changeAsOperator(database.pool, first.id, 'DE123456789', { defaultUnitCode: 'HUR' }, BY_TEST);

  // Long ago, so that the retention period of these bodies has ended.
  api.clock.now = new Date(start);
  api.clock.now.setUTCMonth(start.getUTCMonth() - PAST_MONTHS);
  const old = await createSession((request) => api.inject(request), second.apiKey);
  await issue(api, { ...second, token: old }, 2, 'OLD', months.today(), (index) =>
    index === 1 ? { lines: [] } : {},
  );
  await months.settle();

  // The month that is archived.
  await months.begin(nameMonth(start, 1));
  await months.issue(2, 'ARC');
  await months.settle();
  await months.begin(nameMonth(start, 2));
  const archived = nameMonth(start, 1);
  await months.write(archived);
  await months.leave(archived);

  // The current month.
  const day = months.today();
  const accepted = (await issue(api, first, 3, 'ONE', day)) * 1000;
  await months.settle();
  await issue(api, first, 1, 'ALONE', day);
  // An invoice that names others waits for earlier batches, and nobody issues the next one.
  await issueReceipts(api, first, day);
  await postBatch(api, first, 2, 'NONE', () => ({ lines: [] }));
  await issue(api, first, 3, 'SOME', day, (index) => (index === 1 ? { issuer_nif: 'B12345675' } : {}));
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  test.sandbox.control.addFaults({ kind: 'record-error', code: 2000, records: 1, count: 1 });
  const refused = (await issue(api, first, 3, 'REFUSED', day)) * 1000;
  await months.settle();
  await correct(months, first, refused, day);
  await months.settle();

  const outside = await api.createOrganization('Gran Empresa SA', 'sii');
  const onDemand = await api.createOrganization('A petición SL', null, KEY_RIGHTS);
  await changeSetting(operator, onDemand.id, { name: 'pdfsOnDemand', value: true }, BY_TEST);
  await issue(api, outside, 2, 'OUT', day, () => ({ issuer_nif: 'B87654323' }));
  await fillSii(
    months,
    outside,
    (count, series, changes) => issue(api, outside, count, series, day, changes),
    day,
  );
  await fillSpfe(
    months,
    outside,
    (count, series, changes) => issue(api, outside, count, series, day, changes),
    day,
  );
  const asked = (await issue(api, onDemand, 2, 'ASK', day, () => ({ issuer_nif: 'B98765434' }))) * 1000;
  await months.settle();
  await pdfOnDemand(months, onDemand, asked);
  await stopChains(months, first, day);

  await fillLater(database.pool, first.id, accepted);

  // Accepted but not issued, which is left to the upgraded version.
  await postBatch(api, second, 2, 'WAITING', () => ({ operation_date: day }));
  await deliver(api, endpoint.id);
  await recordProcesses(months, operator, accepted);
  // Last, because the stand-in for AEAT is then called without a certificate.
  const pkcs12 = await readFile(CERTIFICATE);
  const owner = { organizationId: second.id, issuerNif: null };
  await addCertificate(
    operator,
    SEALING_KEY,
    owner,
    { pkcs12, passphrase: 'test-only' },
    BY_TEST,
    api.clock.now,
  );

  await signFacturae(api, operator, SEALING_KEY, { organizationId: first.id, issuedInvoiceId: accepted });

  const organizations = [first, second, outside, onDemand];
  const answers = await Promise.all(organizations.map((each) => readAnswers(api, each)));
  const chains = await listChains(database.pool, null, null);
  const dump = await writeDump(database.pool);
  return {
    dump,
    facts: {
      moment: api.clock.now.toISOString(),
      tables: dump.tables,
      chains: Object.fromEntries(chains.map(({ id, sequence }) => [id, sequence])),
      organizations: answers,
      webhook: {
        endpointId: endpoint.id,
        secret: endpoint.secret,
        sealingKey: SEALING_KEY.toString('base64'),
      },
      accepted: accepted + 1,
    },
  };
}

function nameMonth(start: Date, later: number): string {
  const moment = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + later, 1));
  return moment.toISOString().slice(0, 7);
}

const issue = (
  api: TestApi,
  organization: TestOrganization,
  count: number,
  series: string,
  day: string,
  changes: NonNullable<Parameters<typeof issueBatch>[4]> = () => ({}),
) => issueBatch(api, organization, count, series, (index) => ({ operation_date: day, ...changes(index) }));

const ADDRESS = ['--address', 'Calle Mayor 1', '--postal-code', '28013', '--city', 'Madrid'] as const;

/** Sets everything that only commands can set. */
async function configure({ test, organizations }: TestMonths, directory: string): Promise<void> {
  const settings = {
    DATABASE_URL: test.api.database.url,
    REDIS_URL: await takeRedisDatabase(),
  };
  const at = (name: string) => path.join(directory, name);
  await writeFile(at('logo.png'), LOGO);
  const [first, second] = organizations.map(({ id }) => String(id)) as [string, string];
  for (const [program, ...args] of [
    ['org', 'issuer', first, 'B12345674', ...ADDRESS, '--logo', at('logo.png')],
    ['org', 'rights', '1', '--rights', 'submit,read,correct'],
    ['org', 'key', second, '--rights', 'read'],
    ['org', 'keep', second, '10'],
    ['org', 'issuers', second, '--only', 'B12345674'],
    // Two organizations may issue for one issuer if an operator binds both to it.
    ['org', 'issuers', first, '--only', 'B12345674', HALTED, RENEWED],
  ] as const) {
    const { code, err } = await runCli(program, args, settings);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${err}`);
  }
}

/** A PNG of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Annuls and resends invoices through the API and as an operator. */
async function correct(
  { test }: TestMonths,
  { token }: TestOrganization,
  refused: number,
  day: string,
): Promise<void> {
  const { api } = test;
  const reason = `Comprobado el ${day}`;
  const states = await test.read<{ id: string; state: string }>(
    `select r.issued_invoice_id as id, a.state from record_answers a
     join registration_records r on r.chain_id = a.chain_id and r.sequence = a.sequence
     where r.issued_invoice_id between $1 and $1 + 999 order by 1`,
    [refused],
  );
  const rejected = states.find(({ state }) => state === 'rejected');
  const plain = states.find(({ state }) => state === 'accepted');
  if (rejected === undefined || plain === undefined) throw new Error(JSON.stringify(states));
  await correctInvoice(test.correcting(), {
    invoiceId: Number(rejected.id),
    action: 'resend',
    reason,
    operator: 'maria',
  });
  const answer = await api.inject({
    method: 'POST',
    url: `/api/v1/batch_invoices/${plain.id}/annul`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ reason }),
  });
  if (answer.statusCode !== 202) throw new Error(answer.body);
}

/** Downloads a PDF that has not been rendered yet. */
async function pdfOnDemand(
  { test: { api } }: TestMonths,
  { token }: TestOrganization,
  invoice: number,
): Promise<void> {
  await api.get(token, `/batch_invoices/${invoice}/pdf`);
  const renderer = await openSharedRenderer();
  const job = api.jobs.findLast(({ name }) => name === 'render-pdfs');
  if (job === undefined) throw new Error('The request for a PDF on demand enqueued no rendering');
  await renderPdfs({ ...printingContext(api), renderer }, job.payload as RenderPdfsJob);
}

/** AEAT's answer halts one chain; another chain is retired and replaced by a new one. */
async function stopChains({ test }: TestMonths, first: TestOrganization, day: string): Promise<void> {
  const { api, orm } = test;
  await issue(api, first, 1, 'HALT', day, () => ({ issuer_nif: HALTED }));
  test.sandbox.control.addFaults({ kind: 'soap-fault', code: 4141, count: 1 });
  await test.remit(await test.chainOf(HALTED));
  await issue(api, first, 1, 'RENEW', day, () => ({ issuer_nif: RENEWED }));
  const renewed = await test.chainOf(RENEWED);
  await test.remit(renewed);
  await withStatements(orm, async (em, client) => {
    await markForComparison(em, client, renewed, BY_TEST);
    if (!(await retireChain(client, renewed, api.clock.now))) throw new Error('The chain was not retired');
    await recordAct(em, BY_TEST, { act: 'chain.renew', subjectId: renewed, organizationId: first.id });
  });
  await issue(api, first, 1, 'RENEWED', day, () => ({ issuer_nif: RENEWED }));
}

/** Delivers the due events of an endpoint. @param key the key that seals its secret. */
export function deliver(
  api: TestApi,
  endpointId: number,
  key: Uint8Array = SEALING_KEY,
): Promise<DeliveryReport> {
  const names = openNameResolver();
  return deliverWebhooks(
    {
      pool: api.workers.pool,
      logger: testLogger,
      metrics: createMetrics(),
      now: () => api.clock.now,
      random: () => 1,
      tracker: UNKNOWING,
      webhooks: { keys: [key], allowsPrivate: true, timeoutMs: 2000, names },
    },
    endpointId,
  );
}

/** Issues simplified invoices of version 2 with metadata, and an invoice that replaces both. */
async function issueReceipts(api: TestApi, organization: TestOrganization, day: string): Promise<void> {
  const lines = [{ concept: 'Café', units: 2, unit_price: '1.50', tax_rate: 10 }];
  const common = { issuer_nif: 'B12345674', issue_date: day, prices_include_tax: true };
  const receipts = ['TWO-1', 'TWO-2'].map((number_serie) => ({
    ...common,
    number_serie,
    lines,
    metadata: { shop: 'madrid' },
  }));
  const batchId = await issueV2(api, organization, receipts);
  const replacing = {
    ...common,
    number_serie: 'TWO-3',
    invoice_type: 'F3',
    replaces: [0, 1].map((position) => ({ issued_invoice_id: batchId * 1000 + position })),
    recipients: [{ name: 'Cliente SA', document_type: 'nif', document_number: 'A12345674' }],
    lines: [...lines, ...lines],
  };
  await issueV2(api, organization, [replacing]);
}

async function issueV2(
  api: TestApi,
  { token }: TestOrganization,
  invoices: readonly InvoiceInput[],
): Promise<number> {
  const answer = await api.post(token, { invoice_batch: { invoices } }, { version: 2 });
  const { data, errors } = answer.json<{ data: { id: number }; errors: object[] }>();
  if (errors.length > 0) throw new Error(answer.body);
  await processBatch(issuingContext(api), data.id);
  return data.id;
}
