import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSigning } from '#src/remit/record-signing.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { readTestCertificate } from '../../packages/verifactu/test/support/messages.ts';
import type { TestOrganization } from '../support/api.ts';
import { runCli } from '../support/run-cli.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';

const OWN = '/C=ES/O=Firmante SL/organizationIdentifier=VATES-B12345674/CN=Sello';
const THIRD = '/C=ES/O=Gestoria de Prueba SL/organizationIdentifier=VATES-B87654323/CN=Sello';
const RULE = 'Facturae, política de firma 3.1';
const BEFORE = [-9, -1] as const;
const NOW = [-1, 9] as const;

type View = {
  readonly format: string;
  readonly available: boolean;
  readonly reason: { readonly rule: string; readonly message: string } | null;
};
type Detail = {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly rule?: string;
};

let test: TestSigning;
let count = 0;
beforeAll(async () => {
  test = await openTestSigning({ READ_RATE_LIMIT: 10_000 });
});
afterAll(() => test[Symbol.asyncDispose]());

const issuePkcs12 = (subject: string, key?: string) => ({
  pkcs12: test.authority.issuePkcs12(subject, 'secret', key),
  passphrase: 'secret',
});
async function createIssuer() {
  const issuer = await test.createIssuer(`Con Certificados ${(count += 1)} SL`);
  return { issuer, id: await issueInvoice(test.api, issuer, `P-${count}`) };
}
async function list(of: TestOrganization, id: number, version: 1 | 2 = 2, headers = {}) {
  const documents = version === 2 ? `/invoices/${id}/documents` : `/batch_invoices/${id}/documents`;
  const { data } = (await test.api.get(of.token, documents, headers, version)).json<{ data: View[] }>();
  return data.find(({ format }) => format === 'facturae')!;
}
async function validate({ token }: TestOrganization, documents = 'facturae') {
  const answer = await test.api.inject({
    method: 'POST',
    url: `/api/v2/invoice_batches/validate?documents=${documents}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(buildBatchV2('DRY', {})),
  });
  const { warnings } = answer.json<{ warnings: { details: Detail[] }[] }>();
  return warnings.flatMap(({ details }) => details.filter(({ code }) => code === 'not_signable'));
}
const setAddress = ({ id }: TestOrganization, nif: string) =>
  test.api.database.pool.query(
    'insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, $2, $3)',
    [id, nif, JSON.stringify(buildProfile())],
  );
/**
 * Asks for the signed file through a worker.
 * @returns the message of the refusal; null if it was signed.
 */
async function download({ token }: TestOrganization, id: number): Promise<string | null> {
  const worker = test.work();
  try {
    const answer = await test.api.get(token, `/invoices/${id}/documents/facturae`, {}, 2);
    return answer.statusCode === 200 ? null : answer.json<{ error: { message: string } }>().error.message;
  } finally {
    await worker.close();
  }
}

describe('the list of formats and the dry run of version 2, before anything is signed,', () => {
  it.each([
    ['no certificate', [], /this issuer has none/],
    ['an expired certificate', [[OWN, 'rsa:2048', BEFORE]], /none of this issuer is valid now/],
    ['an elliptic key', [[OWN, 'ec', NOW]], /signed with an RSA key, and/],
    ['a short key', [[OWN, 'rsa:1024', NOW]], /an RSA key of at least 2048 bits/],
    ['the certificate of another company', [[THIRD, 'rsa:2048', NOW]], /is that of a third party/],
  ] as const)(
    'state the reason of an issuer with %s, which is that of the worker',
    async (_, given, reason) => {
      const { issuer, id } = await createIssuer();
      for (const [subject, key, days] of given)
        await test.addCertificate(issuer, days, issuePkcs12(subject, key));
      const message = expect.stringMatching(reason) as unknown;
      expect(await list(issuer, id)).toMatchObject({ available: false, reason: { rule: RULE, message } });
      const [warning, ...others] = await validate(issuer);
      expect(others).toEqual([]);
      const text = (await list(issuer, id)).reason!.message;
      expect(warning).toMatchObject({
        path: '/issuer_nif',
        rule: RULE,
        message: `The Facturae of the invoice cannot be signed now: ${text}`,
      });
      const spanish = await list(issuer, id, 2, { 'accept-language': 'es' });
      expect(spanish.reason!.message).toMatch(/Facturae .*operador de este servicio/);
      expect(await download(issuer, id)).toBe(text);
    },
  );

  it('state nothing if an older certificate signs, or a third party with an address', async () => {
    const { issuer, id } = await createIssuer();
    await test.addCertificate(issuer, NOW, issuePkcs12(OWN));
    await test.addCertificate(issuer, NOW, issuePkcs12(OWN, 'ec'));
    await test.addCertificate(issuer, BEFORE, issuePkcs12(OWN));
    const { issuer: represented, id: theirs } = await createIssuer();
    await test.addCertificate(represented, NOW, issuePkcs12(THIRD));
    await setAddress(represented, 'B87654323');
    for (const [of, invoice] of [
      [issuer, id],
      [represented, theirs],
    ] as const) {
      expect(await list(of, invoice)).toMatchObject({ available: true, reason: null });
      expect(await validate(of)).toEqual([]);
      expect(await download(of, invoice)).toBeNull();
    }
  });

  it('keep what is signed available, and version 1 as it was', async () => {
    const { issuer, id } = await createIssuer();
    expect(await list(issuer, id, 1)).toMatchObject({ available: true });
    expect(await validate(issuer, 'ubl')).toEqual([]);
    await test.addCertificate(issuer, NOW, issuePkcs12(OWN));
    expect(await download(issuer, id)).toBeNull();
    await test.api.database.pool.query(
      'update certificates set removed_at = now() where organization_id = $1',
      [issuer.id],
    );
    expect(await list(issuer, id)).toMatchObject({ available: true, reason: null });
    expect(await validate(issuer)).toHaveLength(1);
  });

  it('state nothing of a certificate that no worker has read, until one has', async () => {
    const { issuer, id } = await createIssuer();
    await test.addCertificate(issuer, NOW, issuePkcs12(OWN, 'rsa:1024'), false);
    const { issuer: other, id: unreadable } = await createIssuer();
    await test.addCertificate(other, NOW, readTestCertificate('no-key'), false);
    expect([await list(issuer, id), await list(other, unreadable)]).toMatchObject([
      { available: true },
      { available: true },
    ]);
    const { orm } = test.api.workers;
    await recordSigning(orm.em.fork(), []);
    expect(await list(issuer, id)).toMatchObject({ available: true });
    await recordSigning(orm.em.fork(), test.context.certificateKeys);
    expect((await list(issuer, id)).reason!.message).toMatch(/2048 bits/);
    expect((await list(other, unreadable)).reason!.message).toMatch(/cannot be opened/);
  });

  it('know a certificate as soon as the command has added it, as invoice show does', async () => {
    const { issuer, id } = await createIssuer();
    const settings = {
      DATABASE_URL: test.api.database.url,
      CERTIFICATE_KEY: Buffer.from(test.context.certificateKeys[0]!).toString('base64'),
    };
    const show = async () => (await runCli('invoice', ['show', String(id)], settings)).out;
    expect(await show()).toMatch(/ not facturae: Facturae, política de firma 3\.1: .* this issuer has none/);
    const file = path.join(tmpdir(), `foreseen-${process.pid}.p12`);
    const { pkcs12, passphrase } = issuePkcs12(OWN);
    await writeFile(file, pkcs12);
    await writeFile(`${file}.txt`, passphrase);
    const added = await runCli(
      'org',
      ['certificate', 'add', String(issuer.id), file, '--passphrase-file', `${file}.txt`],
      settings,
    );
    expect(added).toMatchObject({ code: 0, err: '' });
    // The certificate begins now, after the clock of the API was set.
    test.api.clock.now = new Date();
    expect(await list(issuer, id)).toMatchObject({ available: true });
    expect(await show()).not.toContain('not facturae');
  });
});

describe('what a certificate can sign', () => {
  const attempt = (pool: { query(sql: string): Promise<unknown> }, sql: string) =>
    pool.query(sql).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );

  it('is recorded once by a worker, which changes nothing else, and the ingress reads no secret', async () => {
    const { issuer } = await createIssuer();
    await test.addCertificate(issuer, NOW, issuePkcs12(OWN), false);
    const where = `where organization_id = ${issuer.id}`;
    const { workers, ingress } = test.api;
    expect(await attempt(workers.pool, `update certificates set subject = 'x' ${where}`)).toBe('42501');
    const record = `update certificates set signing = '{"keyType":"rsa","keyBits":2048,"holderNif":null}' ${where}`;
    expect(await attempt(workers.pool, record)).toBe('done');
    expect(await attempt(workers.pool, record)).toBe('23001');
    expect(await attempt(ingress.pool, record)).toBe('42501');
    expect(await attempt(ingress.pool, `select sealed_pkcs12 from certificates ${where}`)).toBe('42501');
    expect((await ingress.pool.query(`select id from certificates ${where}`)).rows).toEqual([]);
  });
});
