import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCertificates, removeCertificate } from '../../src/persistence/certificates.ts';
import { measureRemission } from '../../src/persistence/read/remissions.ts';
import { addCertificate, warnOfCertificates } from '../../src/processing/certificates.ts';
import { remitRecords } from '../../src/processing/remit-records.ts';
import { readTestAuthority, readTestCertificate } from '../aeat/support/messages.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const KEY = randomBytes(32);

describe('the certificate that AEAT is shown', () => {
  let test: TestRemission;
  beforeEach(async () => {
    const { pkcs12: pfx, passphrase } = readTestCertificate('server');
    test = await openTestRemission({ tls: { pfx, passphrase, clientCa: readTestAuthority() } });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const add = (name: string, issuerNif: string | null) =>
    addCertificate(
      test.pool,
      KEY,
      { organizationId: test.organization.id, issuerNif },
      readTestCertificate(name),
      BY_TEST,
      test.api.clock.now,
    );
  const remit = async (chainId: number, certificateKeys: readonly Buffer[] = [KEY]) => {
    const context = test.context();
    const aeat = { ...context.aeat, certificateKeys, certificateAuthority: readTestAuthority() };
    return remitRecords({ ...context, aeat }, chainId);
  };
  const issue = (series: string, issuerNif = 'B12345674') =>
    issueBatch(test.api, test.organization, 1, series, () => ({ issuer_nif: issuerNif }));
  const presenters = () => test.sandbox.control.log().map(({ presenter }) => presenter);

  it('is the issuer’s own, else the organization’s', async () => {
    await add('person', null);
    await add('company', 'B12345674');
    await issue('OWN');
    await issue('ALL', 'A12345674');
    await remit(await test.chainOf());
    await remit(await test.chainOf('A12345674'));
    expect(presenters()).toEqual(['B12345674', '12345678Z']);
  });

  it('is the newest, and the one before when that is removed', async () => {
    await add('person', 'B12345674');
    const { id } = await add('company', 'B12345674');
    await issue('A');
    const chainId = await test.chainOf();
    await remit(chainId);
    expect(await removeCertificate(test.pool, test.organization.id, id, test.api.clock.now)).toBe(true);
    expect(await removeCertificate(test.pool, test.organization.id, id, test.api.clock.now)).toBe(false);
    await issue('B');
    test.pass(61);
    await remit(chainId);
    expect(presenters()).toEqual(['B12345674', '12345678Z']);
  });

  it('is never another organization’s', async () => {
    const other = await test.api.createOrganization('Otra SL');
    await add('company', null);
    await issueBatch(test.api, other, 1, 'THEIRS');
    const [chain] = await test.read<{ id: string }>('select id from chains');
    expect(await remit(Number(chain!.id))).toMatchObject({ isComplete: false });
    expect(await test.read('select reason, message from submission_attempts')).toEqual([
      { reason: 'redirected', message: expect.any(String) },
    ]);
    expect(await listCertificates(test.pool, other.id)).toEqual([]);
  });

  it.each([
    ['without CERTIFICATE_KEY', []],
    ['with another CERTIFICATE_KEY', [randomBytes(32)]],
  ])('%s nothing is sent, which shows as an incident and heals', async (_what, keys) => {
    await add('company', null);
    const batchId = await issue('SEALED');
    const chainId = await test.chainOf();
    expect(await remit(chainId, keys)).toMatchObject({ kind: 'sent', isComplete: false });
    expect(presenters()).toEqual([]);
    expect(await test.read('select reason, message from submission_attempts')).toEqual([
      { reason: 'certificate', message: expect.stringContaining('CERTIFICATE_KEY') },
    ]);
    expect(await measureRemission(test.pool, test.api.clock.now)).toMatchObject({ incidents: 1, pending: 1 });
    test.pass(61);
    await remit(chainId);
    expect(await test.states(batchId)).toEqual(['accepted']);
  });

  it('is stored sealed, with what is needed to watch its end', async () => {
    const facts = await add('company', null);
    await add('person', 'B12345674');
    expect(facts.nif).toBe('B12345674');
    const [stored] = await test.read<{ sealed_pkcs12: Buffer; sealed_passphrase: Buffer }>(
      'select * from certificates',
    );
    const { pkcs12, passphrase } = readTestCertificate('company');
    expect(stored!.sealed_pkcs12.includes(pkcs12.subarray(0, 32))).toBe(false);
    expect(stored!.sealed_passphrase.includes(passphrase)).toBe(false);
    const { certificateExpiry } = await measureRemission(test.pool, test.api.clock.now);
    expect(certificateExpiry).toBe(Date.UTC(2120, 0, 1) / 1000);
    expect(await listCertificates(test.pool, test.organization.id)).toHaveLength(2);
  });

  it('is warned of when it ends soon, as long as it is in use', async () => {
    const warnings = async () => {
      const before = test.log.length;
      await warnOfCertificates(test.pool, test.context().logger, test.api.clock.now);
      return test.log
        .slice(before)
        .map((line) => JSON.parse(line) as { certificateId: number; daysLeft: number });
    };
    const { id } = await add('expired', null);
    expect(await warnings()).toMatchObject([{ certificateId: id, daysLeft: expect.any(Number) }]);
    await add('company', null);
    expect(await warnings()).toEqual([]);
  });

  it('is refused when the file cannot be used', async () => {
    await expect(add('no-key', null)).rejects.toMatchObject({ problem: 'no_private_key' });
    expect(await listCertificates(test.pool, null)).toEqual([]);
  });
});
