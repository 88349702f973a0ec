import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

let api: TestApi;
let inside: TestOrganization;
let outside: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  inside = await api.createOrganization('Dentro SL');
  outside = await api.createOrganization('Fuera SL', 'sii');
});
afterAll(() => api[Symbol.asyncDispose]());

const org = (...args: string[]) => runCli('org', args, { DATABASE_URL: api.database.url });

let series = 0;
async function issue(organization: TestOrganization, nif: string): Promise<string | null> {
  series += 1;
  const batchId = await postBatch(api, organization, 1, `S${series}`, () => ({ issuer_nif: nif }));
  await processBatch(issuingContext(api), batchId);
  return errorOf(batchId);
}
async function errorOf(batchId: number): Promise<string | null> {
  const { rows } = await api.database.pool.query<{ error: string | null }>(
    'select processing_error as error from batch_invoices where batch_id = $1',
    [batchId],
  );
  return rows[0]!.error;
}
const HAS_RECORDS = (nif: string) =>
  `Issuer NIF ${nif} has VeriFactu records in this installation: an organization without VeriFactu can't issue for it`;
const IS_OUTSIDE = (nif: string) =>
  `Issuer NIF ${nif} is issued for without VeriFactu in this installation: an organization with VeriFactu can't issue for it`;

describe('an issuer', () => {
  it('with a chain is refused to an organization without VeriFactu, even after the chain is retired', async () => {
    expect(await issue(inside, 'B12345674')).toBeNull();
    expect(await issue(outside, 'B12345674')).toBe(HAS_RECORDS('B12345674'));
    await api.database.pool.query(
      `update chains set retired_at = now() where issuer_nif = 'B12345674' and sequence > 0`,
    );
    expect(await issue(outside, 'B12345674')).toBe(HAS_RECORDS('B12345674'));
    expect(await issue(inside, 'B12345674')).toBeNull();
  });

  it('used without VeriFactu gets no chain until that organization is restricted to other issuers', async () => {
    expect(await issue(outside, 'A12345674')).toBeNull();
    expect(await issue(outside, 'A12345674')).toBeNull();
    expect(await issue(inside, 'A12345674')).toBe(IS_OUTSIDE('A12345674'));
    expect((await org('issuers', String(outside.id), '--only', 'A12345674')).code).toBe(0);
    expect(await issue(inside, 'A12345674')).toBe(IS_OUTSIDE('A12345674'));
    expect((await org('issuers', String(outside.id), '--only', 'G12345674')).code).toBe(0);
    expect(await issue(inside, 'A12345674')).toBeNull();
    expect((await org('issuers', String(outside.id), '--any')).code).toBe(0);
    api.clock.now = new Date(api.clock.now.getTime() + 2000);
    expect(await issue(outside, 'A12345674')).toBe(HAS_RECORDS('A12345674'));
  });

  it('used without VeriFactu is refused to other organizations without waiting for a chain lock', async () => {
    const nif = '23456789D';
    expect(await issue(outside, nif)).toBeNull();
    const holder = await api.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from chains where organization_id = $1 and issuer_nif = $2 for update', [
        outside.id,
        nif,
      ]);
      // If issuing locked the chain of the other organization, it would wait here until its lock
      // timeout.
      expect(await issue(inside, nif)).toBe(IS_OUTSIDE(nif));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('without any issued invoice remains open to organizations with VeriFactu', async () => {
    const rectifying = { issuer_nif: 'Z1234567R', invoice_type: 'R1', rectified_invoice_id: 999_000 };
    const batchId = await postBatch(api, outside, 1, 'NONE', () => rectifying);
    await processBatch(issuingContext(api), batchId);
    expect(await errorOf(batchId)).toBe('Rectified invoice does not exist');
    expect(await issue(inside, 'Z1234567R')).toBeNull();
  });

  it.each(everyNth(4, ['12345678Z', 'X1234567L', '87654321X', 'K1234567L']))(
    'used with and without VeriFactu for the first time at the same moment (%s) is used in one way only',
    async (nif) => {
      const posted: number[] = [];
      for (const [index, organization] of [inside, outside, inside, outside].entries()) {
        posted.push(await postBatch(api, organization, 1, `${nif}-${index}`, () => ({ issuer_nif: nif })));
      }
      await Promise.all(posted.map((batchId) => processBatch(issuingContext(api), batchId)));
      const errors = await Promise.all(posted.map((batchId) => errorOf(batchId)));
      const wins = errors[0] === null;
      expect(errors).toEqual(
        wins
          ? [null, HAS_RECORDS(nif), null, HAS_RECORDS(nif)]
          : [IS_OUTSIDE(nif), null, IS_OUTSIDE(nif), null],
      );
    },
  );
});

describe('the reason why an organization issues without VeriFactu', () => {
  it('is given at creation, listed, and recorded in the audit log', async () => {
    const created = await org('create', 'Gran Empresa SA', '--no-verifactu', 'sii', '--operator', 'Ana');
    expect(created).toMatchObject({ code: 0, err: '' });
    const id = /Organization (\d+)/.exec(created.out)![1]!;
    expect((await org('list')).out).toContain('Gran Empresa SA  (0 batches, VeriFactu off: sii)\n    key');
    const audit = await runCli('audit', ['--organization', id, '--act', 'organization.create'], {
      DATABASE_URL: api.database.url,
    });
    expect(audit.out).toContain('by Ana  (name Gran Empresa SA, outside sii, verifactu false)');
  });

  it('can be corrected by an operator, which the audit log records', async () => {
    const { id } = await api.createOrganization('Otra SL', 'foral');
    const corrected = await org('outside', String(id), 'exempt', '--operator', 'Ana');
    expect(corrected).toMatchObject({ code: 0, err: '' });
    expect((await org('list')).out).toContain(`${id}  Otra SL  (0 batches, VeriFactu off: exempt)\n    key`);
    const audit = await runCli('audit', ['--organization', String(id), '--act', 'organization.outside'], {
      DATABASE_URL: api.database.url,
    });
    expect(audit.out).toContain('by Ana  (outside exempt)');
  });

  it.each([
    ['false', 'null', 'the reason is missing'],
    ['false', "'small'", 'the regulation has no such reason'],
    ['true', "'sii'", 'the organization issues with VeriFactu'],
  ])('is refused by the database where verifactu is %s and the reason %s: %s', async (verifactu, reason) => {
    const insert = `insert into organizations (name, verifactu, outside_reason) values ('x', ${verifactu}, ${reason})`;
    await expect(api.database.pool.query(insert)).rejects.toMatchObject({
      constraint: 'organizations_outside_reason_check',
    });
  });
});
