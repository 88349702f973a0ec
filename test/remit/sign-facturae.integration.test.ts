import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkElectronicFiles } from '#src/checker/check-electronic-files.ts';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import { formatGeneratedAt } from '#src/domain/reading/madrid-time.ts';
import { restoreFile } from '#src/platform/literals/stored-file.ts';
import { signIssuedFacturae, type SigningContext } from '#src/remit/sign-facturae.ts';
import { deleteOldSigningRefusals } from '#src/remit/statements/signing.ts';
import { openFacturaeSchema } from '../domain/support/facturae-schema.ts';
import { verifySignature } from '../domain/support/verify-signature.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { readTestCertificate } from '../../packages/verifactu/test/support/messages.ts';
import { hasEinvoiceFacts } from '../domain/support/shared-facts.ts';

let test: TestSigning;
let organization: TestOrganization;
beforeAll(async () => {
  test = await openTestSigning();
  organization = await test.createIssuer('Firmante SL');
  await test.addCertificate(organization);
});
afterAll(() => test[Symbol.asyncDispose]());

const sign = (id: number, of = organization, context: Partial<SigningContext> = {}) =>
  signIssuedFacturae({ ...test.context, ...context }, { organizationId: of.id, issuedInvoiceId: id });

const SIGNED = { signed: 1, refused: [] };
const NOTHING = { signed: 0, refused: [] };

type Stored = {
  content: Buffer;
  sha256: Buffer;
  signed_at: number;
  version: number;
  organization_id: string;
};
async function readStored(id: number): Promise<Stored> {
  const sql = `select content, sha256, version, organization_id, (extract(epoch from signed_at) * 1000)::float8 as signed_at
               from electronic_files where issued_invoice_id = $1`;
  return (await test.api.database.pool.query<Stored>(sql, [id])).rows[0]!;
}
async function readFiles() {
  return (await test.api.database.pool.query('select from electronic_files')).rows;
}
async function readRefusals(id: number) {
  const sql = 'select reason, detail from signing_refusals where issued_invoice_id = $1';
  return (await test.api.database.pool.query<{ reason: string; detail: string | null }>(sql, [id])).rows;
}

describe('the signed Facturae of an issued invoice', () => {
  it('is stored with the time of its signature, and verifies', async () => {
    const id = await issueInvoice(test.api, organization, 'S-1');
    expect(await sign(id)).toEqual(SIGNED);
    const stored = await readStored(id);
    expect(stored).toMatchObject({ version: 2, organization_id: String(organization.id) });
    const signed = (await restoreFile(stored)).toString('utf8');
    expect(verifySignature(signed, test.authority.chain[0])).toBe(3);
    expect(verifySignature(signed.replace('S-1<', 'S-2<'), test.authority.chain[0])).toBe(0);
    expect(signed).toContain('<InvoiceNumber>S-1</InvoiceNumber>');
    expect(signed).toContain(
      `<xades:SigningTime>${formatGeneratedAt(new Date(stored.signed_at))}</xades:SigningTime>`,
    );
    expect(stored.content.length).toBeLessThan(signed.length);
    expect(await readRefusals(id)).toEqual([]);
  });

  it('is what the checker of invariants expects, also with a number that XML escapes', async () => {
    await sign(await issueInvoice(test.api, organization, 'S&1'));
    expect(await checkElectronicFiles(test.api.database.pool)).toMatchObject({
      looked: (await readFiles()).length,
      places: [],
    });
  });

  it.skipIf(!hasEinvoiceFacts)('is valid by the official schema', async () => {
    using schema = openFacturaeSchema();
    const id = await issueInvoice(test.api, organization, 'S-SCHEMA');
    await sign(id);
    const signed = (await restoreFile(await readStored(id))).toString('utf8');
    expect(() => schema.check(signed)).not.toThrow();
  });

  it('stays as it is if the job runs again', async () => {
    const id = await issueInvoice(test.api, organization, 'S-2');
    await sign(id);
    const before = await readStored(id);
    expect(await sign(id)).toEqual(NOTHING);
    expect(await readStored(id)).toEqual(before);
  });

  it('exists once if several workers sign it at the same time', async () => {
    const id = await issueInvoice(test.api, organization, 'S-3');
    const results = await Promise.all(Array.from({ length: 4 }, () => sign(id)));
    expect(results.filter(({ signed }) => signed === 1)).toHaveLength(1);
    expect(await test.countFiles(id)).toBe(1);
  });

  it('is not made for another organization, or before the invoice is issued', async () => {
    const other = await test.createIssuer('Ajena SL');
    await test.addCertificate(other);
    const id = await issueInvoice(test.api, organization, 'S-4');
    const pending = (await postBatch(test.api, organization, 1, 'S-5')) * 1000;
    expect(await sign(id, other)).toEqual(NOTHING);
    expect(await sign(pending)).toEqual(NOTHING);
    for (const each of [id, pending])
      expect([await test.countFiles(each), await readRefusals(each)]).toEqual([0, []]);
  });
});

describe('the certificate that signs', () => {
  const THIRD = '/C=ES/O=Gestoria de Prueba SL/organizationIdentifier=VATES-B87654323/CN=Sello';
  const OWN = '/C=ES/O=Firmante SL/organizationIdentifier=VATES-B12345674/CN=Sello';
  const issuePkcs12 = (subject: string, key?: string) => ({
    pkcs12: test.authority.issuePkcs12(subject, 'secret', key),
    passphrase: 'secret',
  });
  let count = 0;
  async function issue(...certificates: readonly (readonly [string, string?])[]) {
    const issuer = await test.createIssuer(`Con Certificados ${(count += 1)} SL`);
    for (const certificate of certificates)
      await test.addCertificate(issuer, [-1, 9], issuePkcs12(...certificate));
    return { issuer, id: await issueInvoice(test.api, issuer, `C-${count}`) };
  }
  const setAddress = ({ id }: TestOrganization, nif: string) =>
    test.api.database.pool.query(
      'insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, $2, $3)',
      [id, nif, JSON.stringify(buildProfile())],
    );
  async function readFile(id: number): Promise<string> {
    return (await restoreFile(await readStored(id))).toString('utf8');
  }

  it.each([
    ['has an elliptic key', [OWN, 'ec']],
    ['has a short key', [OWN, 'rsa:1024']],
    ['is that of another company', [THIRD, 'rsa:2048']],
  ] as const)('is an older one that can sign for the issuer if the newer one %s', async (_what, newer) => {
    const { id, issuer } = await issue([OWN], newer);
    expect(await sign(id, issuer)).toEqual(SIGNED);
    const signed = await readFile(id);
    expect(signed).toContain('<xades:ClaimedRole>emisor</xades:ClaimedRole>');
    expect(signed).toContain('<InvoiceIssuerType>EM</InvoiceIssuerType>');
    expect(signed).not.toContain('ThirdParty');
  });

  it('states its holder as a third party with the address that the operator set', async () => {
    const { id, issuer } = await issue([THIRD]);
    expect(await sign(id, issuer)).toEqual({ signed: 0, refused: ['third_party_unknown'] });
    await setAddress(issuer, 'B87654323');
    expect(await sign(id, issuer)).toEqual(SIGNED);
    const signed = await readFile(id);
    expect(signed).toContain('<xades:ClaimedRole>tercero</xades:ClaimedRole>');
    expect(signed).toContain('<InvoiceIssuerType>TE</InvoiceIssuerType><ThirdParty><TaxIdentification>');
    expect(signed).toMatch(
      /<ThirdParty>.*<TaxIdentificationNumber>B87654323<.*Gestoria de Prueba SL.*<\/ThirdParty>/s,
    );
    if (!hasEinvoiceFacts) return;
    using schema = openFacturaeSchema();
    expect(() => schema.check(signed)).not.toThrow();
  });

  it('is refused with a key that is too short if there is no other', async () => {
    const { id, issuer } = await issue([OWN, 'rsa:1024']);
    expect(await sign(id, issuer)).toEqual({ signed: 0, refused: ['key_too_short'] });
  });
});

describe('a reason not to sign', () => {
  let count = 0;
  async function refuse(
    { days, ...given }: { days?: readonly [number, number]; file?: string; keys?: readonly Uint8Array[] },
    changes: InvoiceInput = {},
  ) {
    const issuer = await test.createIssuer(`Sin Firma ${(count += 1)} SL`);
    const file = given.file === undefined ? undefined : readTestCertificate(given.file);
    if (days !== undefined) await test.addCertificate(issuer, days, file);
    const id = (await issueBatch(test.api, issuer, 1, 'R', () => changes)) * 1000;
    const result = await sign(id, issuer, given.keys && { certificateKeys: given.keys });
    expect(await test.countFiles(id)).toBe(0);
    return { id, issuer, result, refusals: await readRefusals(id) };
  }

  it.each([
    ['the issuer has no certificate', {}, 'certificate_missing'],
    ['its certificate has expired', { days: [-9, -1] }, 'certificate_not_valid'],
    ['its certificate is not valid yet', { days: [1, 9] }, 'certificate_not_valid'],
    ['its certificate has an elliptic key', { days: [-1, 9], file: 'company' }, 'key_not_rsa'],
    ['its certificate has no key', { days: [-1, 9], file: 'no-key' }, 'certificate_unusable'],
    ['CERTIFICATE_KEY is not set', { days: [-1, 9], keys: [] }, 'certificate_unusable'],
    ['CERTIFICATE_KEY is another one', { days: [-1, 9], keys: [randomBytes(32)] }, 'certificate_unusable'],
  ] as const)('is stored: %s', async (_what, given, reason) => {
    const { result, refusals } = await refuse(given);
    expect(result).toEqual({ signed: 0, refused: [reason] });
    expect(refusals).toEqual([{ reason, detail: null }]);
  });

  it('is stored with the rule if Facturae cannot express the invoice', async () => {
    const simplified = {
      invoice_type: 'F2',
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
      recipient_billing_address: null,
      recipient_billing_postal_code: null,
      recipient_billing_city: null,
    } as const;
    const { result, refusals } = await refuse({ days: [-1, 9] }, simplified);
    expect(result).toEqual({ signed: 0, refused: ['not_expressible'] });
    expect(refusals).toEqual([
      { reason: 'not_expressible', detail: expect.stringMatching(/^\S+: .*simplified invoice/i) },
    ]);
  });

  it('does not last: the invoice is signed when the issuer has a certificate', async () => {
    const { id, issuer } = await refuse({});
    await test.addCertificate(issuer);
    expect(await sign(id, issuer)).toEqual(SIGNED);
  });

  it('is stored once for each invoice, with the newest reason', async () => {
    const { id, issuer } = await refuse({});
    await test.addCertificate(issuer, [-9, -1]);
    await sign(id, issuer);
    expect(await readRefusals(id)).toEqual([{ reason: 'certificate_not_valid', detail: null }]);
  });

  it('is deleted after a minute', async () => {
    const { id } = await refuse({});
    const { id: old } = await refuse({});
    await test.api.database.pool.query(
      `update signing_refusals set refused_at = now() - interval '2 minutes' where issued_invoice_id = $1`,
      [old],
    );
    await deleteOldSigningRefusals(test.api.workers.pool, new Date());
    expect([(await readRefusals(id)).length, (await readRefusals(old)).length]).toEqual([1, 0]);
  });
});
