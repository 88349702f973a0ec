import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  insertCertificate,
  listCertificates,
  removeCertificate,
} from '#src/remit/statements/certificates.ts';
import { measureRemission } from '#src/operate/chains/remissions.ts';
import { sealSecret } from '#src/platform/secrets/seal-secret.ts';
import { addCertificate, nameSecret } from '#src/remit/certificates.ts';
import { findFirstEnd, warnOfCertificates } from '#src/operate/certificates-in-use.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { readTestAuthority, readTestCertificate } from '../../packages/verifactu/test/support/messages.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { everyNth } from '../support/long.ts';

const KEY = randomBytes(32);

describe('the certificate that is presented to AEAT', () => {
  let test: TestRemission;
  beforeEach(async () => {
    const { pkcs12: pfx, passphrase } = readTestCertificate('server');
    test = await openTestRemission({ tls: { pfx, passphrase, clientCa: readTestAuthority() } });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const add = (name: string, issuerNif: string | null, isSeal = false) =>
    addCertificate(
      test.orm,
      KEY,
      { organizationId: test.organization.id, issuerNif, isSeal },
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

  it('is the issuer’s certificate or, without one, the organization’s', async () => {
    await add('person', null);
    await add('company', 'B12345674');
    await issue('OWN');
    await issue('ALL', 'A12345674');
    await remit(await test.chainOf());
    await remit(await test.chainOf('A12345674'));
    expect(presenters()).toEqual(['B12345674', '12345678Z']);
  });

  it('is the newest, and the previous one after the newest is removed', async () => {
    await add('person', 'B12345674');
    const { id } = await add('company', 'B12345674');
    await issue('A');
    const chainId = await test.chainOf();
    await remit(chainId);
    expect(await removeCertificate(test.orm.em.fork(), test.organization.id, id, test.api.clock.now)).toBe(
      true,
    );
    expect(await removeCertificate(test.orm.em.fork(), test.organization.id, id, test.api.clock.now)).toBe(
      false,
    );
    await issue('B');
    test.pass(61);
    await remit(chainId);
    expect(presenters()).toEqual(['B12345674', '12345678Z']);
  });

  it.each(
    everyNth(2, [
      ['a seal, which is presented at the address for seals', true],
      ['no seal, which is presented at the ordinary address', false],
    ]),
  )('can be %s', async (_what, isSeal) => {
    await add('company', 'B12345674', isSeal);
    await issue('SEAL');
    const context = test.context();
    const { url } = context.aeat;
    const nowhere = 'https://127.0.0.1:1/';
    const addresses = isSeal ? { url: nowhere, sealUrl: url } : { url, sealUrl: nowhere };
    const aeat = {
      ...context.aeat,
      ...addresses,
      certificateKeys: [KEY],
      certificateAuthority: readTestAuthority(),
    };
    expect(await remitRecords({ ...context, aeat }, await test.chainOf())).toMatchObject({
      isComplete: true,
    });
    const listed = await listCertificates(test.orm.em.fork(), test.organization.id);
    expect(listed.map((certificate) => certificate.isSeal)).toEqual([isSeal]);
  });

  it('is never the certificate of another organization', async () => {
    const other = await test.api.createOrganization('Otra SL');
    await add('company', null);
    await issueBatch(test.api, other, 1, 'THEIRS');
    const [chain] = await test.read<{ id: string }>('select id from chains');
    expect(await remit(Number(chain!.id))).toMatchObject({ isComplete: false });
    expect(await test.read('select reason, message from submission_attempts')).toEqual([
      { reason: 'redirected', message: expect.any(String) },
    ]);
    expect(await listCertificates(test.orm.em.fork(), other.id)).toEqual([]);
  });

  it.each(
    everyNth(2, [
      ['without CERTIFICATE_KEY', []],
      ['with another CERTIFICATE_KEY', [randomBytes(32)]],
    ]),
  )('cannot be unsealed %s: sending stops with an incident', async (_what, keys) => {
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

  it('is stored sealed, with its NIF and its date of expiry', async () => {
    const facts = await add('company', null);
    await add('person', 'B12345674');
    expect(facts.holder.nif).toBe('B12345674');
    const [stored] = await test.read<{ sealed_pkcs12: Buffer; sealed_passphrase: Buffer }>(
      'select * from certificates',
    );
    const { pkcs12, passphrase } = readTestCertificate('company');
    expect(stored!.sealed_pkcs12.includes(pkcs12.subarray(0, 32))).toBe(false);
    expect(stored!.sealed_passphrase.includes(passphrase)).toBe(false);
    expect(await findFirstEnd(test.orm.em.fork(), test.api.clock.now)).toBe(Date.UTC(2120, 0, 1));
    expect(await listCertificates(test.orm.em.fork(), test.organization.id)).toHaveLength(2);
  });

  const DAY = 24 * 3600;
  /** In days; shorter than the life of the client's TLS session. */
  const SOON = 0.02;
  /**
   * Adds a certificate that our records show as valid between two days, counted from now. TLS
   * itself accepts the file, so that the test shows the engine's choice.
   */
  const lay = async (name: string, issuerNif: string | null, from: number, until: number) => {
    const { id: organizationId } = test.organization;
    const { pkcs12, passphrase } = readTestCertificate(name);
    const seal = (what: 'pkcs12' | 'passphrase', secret: Buffer) =>
      sealSecret(KEY, secret, nameSecret(what, organizationId, issuerNif));
    const { now } = test.api.clock;
    const inDays = (days: number) => new Date(now.getTime() + days * DAY * 1000);
    return insertCertificate(test.orm.em.fork(), {
      organizationId,
      issuerNif,
      sealedPkcs12: seal('pkcs12', pkcs12),
      sealedPassphrase: seal('passphrase', Buffer.from(passphrase)),
      subject: name,
      notBefore: inDays(from),
      notAfter: inDays(until),
      createdAt: now,
      isSeal: false,
    });
  };

  /** [file, whether it is the issuer's own, first day, last day], in the order of adding. */
  type Laid = readonly [name: string, isOwn: boolean, from: number, until: number];
  it.each<[what: string, laid: readonly Laid[], shown: string]>(
    everyNth(2, [
      [
        'a newer one that is not valid yet',
        [
          ['company', false, -9, 9],
          ['person', false, 5, 99],
        ],
        'B12345674',
      ],
      [
        'all of these at once',
        [
          ['person', true, -99, -5],
          ['company', true, -9, 9],
          ['person', true, 5, 99],
          ['person', false, -9, 9],
          ['person', true, -99, -5],
        ],
        'B12345674',
      ],
    ]),
  )('is the valid one beside %s', async (_what, laid, shown) => {
    for (const [name, isOwn, from, until] of laid) await lay(name, isOwn ? 'B12345674' : null, from, until);
    const batchId = await issue('BESIDE');
    await remit(await test.chainOf());
    expect(presenters()).toEqual([shown]);
    expect(await test.states(batchId)).toEqual(['accepted']);
  });

  it('changes to the next one as soon as that is valid, without a restart of the worker', async () => {
    await lay('company', null, -9, 3);
    await lay('person', null, SOON, 99);
    await issue('BEFORE');
    const chainId = await test.chainOf();
    await remit(chainId);
    test.pass(SOON * DAY);
    await issue('AFTER');
    await remit(chainId);
    expect(presenters()).toEqual(['B12345674', '12345678Z']);
  });

  it.each<[what: string, laid: readonly Laid[], why: RegExp]>(
    everyNth(2, [
      [
        'have expired or are not valid yet',
        [
          ['company', false, -99, -5],
          ['company', true, SOON, 99],
        ],
        / was so from .*; certificate \d+ will be so from /,
      ],
    ]),
  )('is missing when all of them %s: sending stops and the reason is stored', async (_what, laid, why) => {
    for (const [name, isOwn, from, until] of laid) await lay(name, isOwn ? 'B12345674' : null, from, until);
    const batchId = await issue('NONE');
    const chainId = await test.chainOf();
    expect(await remit(chainId)).toMatchObject({ kind: 'sent', isComplete: false });
    expect(test.sandbox.control.log()).toEqual([]);
    const [attempt, ...more] = await test.read('select reason, message from submission_attempts');
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({ reason: 'certificate', message: expect.stringMatching(why) });
    test.pass(SOON * DAY);
    if (laid.every(([, , , until]) => until < 0)) await lay('company', null, -1, 99);
    await remit(chainId);
    expect(await test.states(batchId)).toEqual(['accepted']);
  });

  const warnings = async () => {
    const before = test.log.length;
    await warnOfCertificates(test.orm.em.fork(), test.context().logger, test.api.clock.now);
    return test.log
      .slice(before)
      .map((line) => JSON.parse(line) as { certificateId: number; daysLeft: number });
  };
  const daysToFirstEnd = async () => {
    const { now } = test.api.clock;
    return ((await findFirstEnd(test.orm.em.fork(), now)) - now.getTime()) / 1000 / DAY;
  };

  it('causes a warning before it expires, as long as it is in use', async () => {
    expect(await findFirstEnd(test.orm.em.fork(), test.api.clock.now)).toBe(0);
    const { id } = await add('expired', null);
    expect(await warnings()).toMatchObject([{ certificateId: id, daysLeft: expect.any(Number) }]);
    expect(await daysToFirstEnd()).toBeLessThan(0);
    await add('company', null);
    expect(await warnings()).toEqual([]);
    expect(await daysToFirstEnd()).toBeGreaterThan(1000);
  });

  it('is measured and causes warnings until its successor is in use, not merely stored', async () => {
    const first = await lay('company', null, -99, 4);
    const next = await lay('company', null, 3, 400);
    await lay('company', null, -99, -50);
    expect(await warnings()).toMatchObject([{ certificateId: first, daysLeft: 4, nextId: next }]);
    expect(await daysToFirstEnd()).toBe(4);
    test.pass(3 * DAY);
    expect(await warnings()).toEqual([]);
    expect(await daysToFirstEnd()).toBe(397);
    test.pass(400 * DAY);
    expect(await warnings()).toMatchObject([{ certificateId: next, daysLeft: -3 }]);
    expect(await daysToFirstEnd()).toBe(-3);
  });
});
