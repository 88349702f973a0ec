import { hash, randomBytes, randomUUID } from 'node:crypto';
import { VERSION } from '../../../src/config/software.ts';
import { KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import { generateApiKey, hashSecret, showPrefix } from '../../../src/access/secrets.ts';
import { sealSecret } from '../../../src/aeat/seal-secret.ts';
import { correctInvoice } from '../../../src/operating/correct-invoice.ts';
import { addEndpoint } from '../../../src/operating/webhook-endpoints.ts';
import { addIssuerProfile } from '../../../src/persistence/access/organizations.ts';
import { storeDeclaration } from '../../../src/persistence/declarations/declarations.ts';
import { openDatabase } from '../../../src/persistence/connection/database.ts';
import { insertCertificate } from '../../../src/persistence/operating/certificates.ts';
import { insertOperator } from '../../../src/persistence/operators/operators.ts';
import { renewProcess } from '../../../src/persistence/processes/processes.ts';
import { renderPdfs } from '../../../src/rendering/render-pdfs.ts';
import { buildProfile } from '../../pdf/support/build-invoice.ts';
import { openSharedRenderer } from '../../pdf/support/open-test-renderer.ts';
import { BY_TEST, type TestOrganization } from '../../support/api.ts';
import { issueBatch, postBatch } from '../../support/engine.ts';
import { printingContext } from '../../support/printing.ts';
import type { TestRemission } from '../../support/remission.ts';
import type { DumpFacts } from './dump.ts';

const ORDER = { operator: 'test', reason: 'For the dump' };
/** Of the NIF that the test invoices have. */
const ISSUER = 'B12345674';

/**
 * Fills a database with data of every kind, by the code of this version: accepted, issued, failed, corrected, sent, refused and printed invoices, and what operators set.
 * @returns what a test needs to know of them.
 */
export async function fillDatabase(test: TestRemission): Promise<DumpFacts> {
  const { api, organization } = test;
  await setUp(test);
  const own = await issueBatch(api, organization, 66, 'D', (index) =>
    index === 65 ? { issuer_nif: 'x' } : { external_invoice_id: `order-${index}` },
  );
  const second = await issueBatch(api, organization, 3, 'E');
  await issueBatch(api, organization, 1, 'F', () => ({ issuer_nif: 'x' }));
  const outside = await api.createOrganization('Fuera SL', 'sii', KEY_RIGHTS);
  const unregistered = await issueBatch(api, outside, 2, 'O', () => ({ issuer_nif: 'B99286320' }));
  await correctSome(test, second);
  const batches = [
    { batchId: own, organization, last: 64 },
    { batchId: second, organization, last: 2 },
    { batchId: unregistered, organization: outside, last: 1 },
  ];
  for (const batch of batches) await print(test, batch);
  // These are accepted, and nobody has issued them; and one is issued and was not printed.
  await postBatch(api, organization, 2, 'G');
  await issueBatch(api, organization, 1, 'H');
  await addRowsOfTime(test, own);
  return {
    apiKeys: {
      [organization.id]: await addKey(test, organization),
      [outside.id]: await addKey(test, outside),
    },
    pdfs: Object.assign({}, ...(await Promise.all(batches.map((batch) => hashPdfs(test, batch))))) as Record<
      string,
      string
    >,
    madeAt: api.clock.now.toISOString(),
  };
}

/** What operators set, but for the certificate: the stand-in for AEAT asks for none. */
async function setUp({ api, organization, pool }: TestRemission): Promise<void> {
  const key = randomBytes(32);
  await addIssuerProfile(
    api.database.orm,
    organization.id,
    ISSUER,
    buildProfile({ language: 'en', accent: '#1a5276' }),
    BY_TEST,
  );
  await addEndpoint(
    pool,
    key,
    { organizationId: organization.id, url: 'https://example.com/hook', eventTypes: null },
    ORDER,
  );
  await insertOperator(pool, 'ana', 'act', {
    salt: randomBytes(16),
    cost: 16_384,
    blockSize: 8,
    parallelism: 1,
    verifier: randomBytes(32),
    sealedTotp: randomBytes(64),
  });
  await pool.query(
    `insert into operator_sessions (token_hash, operator_id, created_at, used_at) select $1, id, now(), now() from operators`,
    [randomBytes(32)],
  );
  await storeDeclaration(pool, {
    version: VERSION,
    date: '2026-11-26',
    text: 'DECLARACIÓN RESPONSABLE',
    producerNif: 'B99286320',
    producerName: 'Programas del Ebro S.L.',
  });
  await using ingress = openDatabase({
    url: api.database.urlOf('ingress'),
    applicationName: 'test',
    role: 'ingress',
  });
  await renewProcess(ingress.pool, randomUUID(), {
    role: 'ingress',
    host: 'a-host',
    pid: 1,
    version: VERSION,
    told: {},
  });
}

/** AEAT accepts some records, finds an error in one and refuses another, which is sent again; one invoice is annulled. */
async function correctSome(test: TestRemission, second: number): Promise<void> {
  const chain = await test.chainOf(ISSUER);
  const order = async (wish: 'annul' | 'resend', invoiceId: number) => {
    await correctInvoice(test.correcting(), { invoiceId, wish, ...ORDER });
  };
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 2, count: 1 });
  await test.remit(chain);
  test.pass(61);
  const [refused] = await test.read<{ id: number }>(
    `select min(r.issued_invoice_id)::float8 as id from record_answers a
     join registration_records r on r.chain_id = a.chain_id and r.sequence = a.sequence where a.state = 'rejected'`,
  );
  await order('resend', refused!.id);
  await test.remit(chain);
  test.pass(61);
  await order('annul', second * 1000 + 1);
  await test.remit(chain);
  test.pass(61);
}

type PrintedBatch = {
  readonly batchId: number;
  readonly organization: TestOrganization;
  readonly last: number;
};

async function print(test: TestRemission, { batchId, organization, last }: PrintedBatch): Promise<void> {
  await using renderer = await openSharedRenderer();
  const context = { ...printingContext(test.api), renderer };
  for (let from = 0; from <= last; from += 25) {
    await renderPdfs(context, {
      organizationId: organization.id,
      batchId,
      from,
      to: Math.min(from + 24, last),
    });
  }
}

async function hashPdfs(
  { api }: TestRemission,
  { batchId, organization, last }: PrintedBatch,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (let position = 0; position <= last; position += 1) {
    const id = batchId * 1000 + position;
    const { statusCode, rawPayload } = await api.get(organization.token, `/batch_invoices/${id}/pdf`);
    if (statusCode !== 200) throw new Error(`Invoice ${id} has no PDF: ${statusCode}`);
    hashes[id] = hash('sha256', rawPayload);
  }
  return hashes;
}

async function addKey({ api }: TestRemission, { id }: TestOrganization): Promise<string> {
  const key = generateApiKey();
  await api.database.pool.query(
    'insert into api_keys (organization_id, key_hash, prefix, rights) values ($1, $2, $3, $4)',
    [id, hashSecret(key), showPrefix(key), [...KEY_RIGHTS]],
  );
  return key;
}

/** A certificate, and rows that only come with thousands of batches, with whole months, or from the dashboard. */
async function addRowsOfTime({ pool, api, organization }: TestRemission, batchId: number): Promise<void> {
  const sealed = sealSecret(randomBytes(32), Buffer.from('not a certificate'), 'test');
  const { now } = api.clock;
  await insertCertificate(pool, organization.id, {
    issuerNif: null,
    sealedPkcs12: sealed,
    sealedPassphrase: sealed,
    subject: 'A certificate of the test',
    notBefore: now,
    notAfter: now,
    createdAt: now,
    isSeal: false,
  });
  const ofOrganization = [
    `insert into batch_blocks select $1::bigint, 9, now(), now(), 1000, 0, 0, array(select generate_series(1, 1000)), '{}', '{}'`,
    `insert into batch_spans select $1::bigint, 9, now(), now(), 16000, 0, 0`,
    `insert into month_anchors (month, organization_id, chain_id, first_sequence, last_sequence, last_hash)
     select '2026-01-01', organization_id, chain_id, 1, 1, hash from registration_records where organization_id = $1 and sequence = 1`,
  ];
  for (const sql of ofOrganization) await pool.query(sql, [organization.id]);
  await pool.query(
    `insert into correction_orders (organization_id, issued_invoice_id, wish, operator, reason)
     values ($1, $2, 'annul', 'dashboard:ana', 'For the dump')`,
    [organization.id, batchId * 1000 + 7],
  );
}
