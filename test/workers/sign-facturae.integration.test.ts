import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SignFacturaeJob } from '../../src/contracts/jobs.ts';
import { BlockDamage } from '../../src/platform/literals/literal-block.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { Snooze } from '../../workers/job-outcomes.ts';
import { buildSignFacturae } from '../../workers/sign-facturae.ts';

let test: TestSigning;
let organization: TestOrganization;
beforeAll(async () => {
  test = await openTestSigning();
  organization = await test.createIssuer('Firmante SL');
  await test.addCertificate(organization);
});
afterAll(() => test[Symbol.asyncDispose]());

const jobOf = (batchId: number, of = organization): SignFacturaeJob => ({
  organizationId: of.id,
  issuedInvoiceId: batchId * 1000,
  lastInvoiceId: batchId * 1000 + 999,
});
async function countFiles(batchId: number): Promise<number> {
  const sql = 'select count(*)::int as files from electronic_files where issued_invoice_id between $1 and $2';
  const range = [batchId * 1000, batchId * 1000 + 999];
  return (await test.api.database.pool.query<{ files: number }>(sql, range)).rows[0]!.files;
}
/** Creates organizations that can sign, each with a batch. */
async function issueForOthers(count: number, invoices: number): Promise<SignFacturaeJob[]> {
  const jobs: SignFacturaeJob[] = [];
  for (let index = 0; index < count; index += 1) {
    const other = await test.createIssuer(`Otra ${index} SL`);
    await test.addCertificate(other);
    jobs.push(jobOf(await issueBatch(test.api, other, invoices, 'OTHER'), other));
  }
  return jobs;
}

it('a job for a batch opens the certificate of each issuer once, and signs what is not signed', async () => {
  await test.api.database.pool.query(
    `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'A12345674', $2)`,
    [organization.id, JSON.stringify(buildProfile())],
  );
  const batchId = await issueBatch(test.api, organization, 90, 'ONCE', (index) =>
    index % 2 === 0 ? {} : { issuer_nif: 'A12345674' },
  );
  const sign = buildSignFacturae(test.context);
  expect(await sign({ organizationId: organization.id, issuedInvoiceId: batchId * 1000 + 5 })).toEqual({
    signed: 1,
    refused: 0,
    reasons: [],
  });
  const opened = vi.spyOn(test.context.orm.em, 'fork');
  expect(await sign(jobOf(batchId))).toEqual({ signed: 89, refused: 0, reasons: [] });
  expect(opened).toHaveBeenCalledTimes(2);
  expect(await sign(jobOf(batchId))).toEqual({ signed: 0, refused: 0, reasons: [] });
  opened.mockRestore();
});

it('a job for a batch refuses all of its invoices at once if there is no certificate', async () => {
  const without = await test.createIssuer('Sin Certificado SL');
  const batchId = await issueBatch(test.api, without, 40, 'NONE');
  expect(await buildSignFacturae(test.context)(jobOf(batchId, without))).toEqual({
    signed: 0,
    refused: 40,
    reasons: ['certificate_missing'],
  });
});

it('a job for a batch signs the invoices whose documents can be read, and then fails', async () => {
  const batchId = await issueBatch(test.api, organization, 70, 'DAMAGED');
  const client = await test.api.database.pool.connect();
  await client.query(
    `set session_replication_role = 'replica';
     update document_blocks set content = substring(content from 2) where batch_id = ${batchId} and part = 0`,
  );
  client.release(true);
  await expect(buildSignFacturae(test.context)(jobOf(batchId))).rejects.toThrow(BlockDamage);
  expect(await countFiles(batchId)).toBe(6);
});

it('a process signs two batches at once; a further one waits, and a single invoice does not', async () => {
  const [first, second, third] = await issueForOthers(3, 60);
  const single = await issueInvoice(test.api, organization, 'SINGLE');
  const sign = buildSignFacturae(test.context);
  const running = [sign(first!), sign(second!)];
  const waiting = await sign(third!);
  expect(waiting).toBeInstanceOf(Snooze);
  expect((waiting as Snooze).payload).toEqual(third);
  expect((waiting as Snooze).at.getTime()).toBeGreaterThan(Date.now());
  const alone = { organizationId: organization.id, issuedInvoiceId: single };
  expect(await sign(alone)).toMatchObject({ signed: 1 });
  expect(await Promise.all(running)).toMatchObject([{ signed: 60 }, { signed: 60 }]);
  expect(await sign(third!)).toMatchObject({ signed: 60 });
});

it('records are sent to AEAT while the Facturae of batches are signed', async () => {
  const jobs = await issueForOthers(4, 100);
  const batchIds = jobs.map(({ issuedInvoiceId }) => issuedInvoiceId / 1000);
  const count = async () => (await Promise.all(batchIds.map(countFiles))).reduce((sum, each) => sum + each);
  let left: number | undefined;
  const remit = async () => {
    left = 400 - (await count());
    return {};
  };
  const signing = { 'sign-facturae': buildSignFacturae(test.context) };
  test.queues.work('remission', { 'remit-records': remit, ...signing });
  await test.queues.jobQueues.send(
    jobs.map((payload) => ({ name: 'sign-facturae', payload, work: 100 }) as const),
  );
  await eventually(async () => (await count()) > 0);
  const payload = { organizationId: organization.id, chainId: 1, records: 1, isFull: false };
  await test.queues.jobQueues.send([{ name: 'remit-records', payload, work: 1 }]);
  await eventually(async () => (await count()) === 400, { within: 30_000 });
  expect(left).toBeGreaterThan(100);
}, 60_000);
