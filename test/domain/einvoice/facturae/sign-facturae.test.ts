import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  chooseSignerRole,
  judgeKey,
  type Signer,
  signFacturae,
  SigningError,
} from '../../../../src/domain/einvoice/facturae/sign-facturae.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { runsOf } from '../../../support/long.ts';
import { openFacturaeSchema } from '../../support/facturae-schema.ts';
import { openRsaAuthority, SERIAL_NUMBER } from '../../support/rsa-authority.ts';
import { verifySignature } from '../../support/verify-signature.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';
import { findExecutable } from '../../../../ops/local/boot/find-executable.js';
import { isJudged } from '../../../support/not-judged.ts';

const authority = openRsaAuthority('/C=ES/O=Prueba, S.A./organizationIdentifier=VATES-A82743287/CN=AC & Cía');
const schema = hasEinvoiceFacts ? openFacturaeSchema() : null;
afterAll(() => {
  authority[Symbol.dispose]();
  schema?.[Symbol.dispose]();
});

const { privateKey, chain } = authority;
const ISSUER_NAME = String.raw`CN=AC & Cía,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba\, S.A.,C=ES`;
const SIGNER: Signer = { privateKey, chain, issuerName: ISSUER_NAME, role: 'emisor' };
/** The first minutes of a day in Madrid, which is the day before in UTC. */
const MIDNIGHT = new Date('2026-11-19T23:10:00Z');

function write(concept = 'Servicio & "más" <x> ]]>\n\t🙂'): string {
  return writeFacturae(buildDocument({ lines: [buildLine({ concept })] }), buildProfile());
}
const sign = (unsigned = write(), signer = SIGNER): string => signFacturae(unsigned, signer, MIDNIGHT);
const find = (pattern: RegExp, text = sign()): string => pattern.exec(text)![1]!;

const verify = (signed: string): number => verifySignature(signed, chain[0]);

describe('the signature of a Facturae document', () => {
  it('is valid for the document, the certificates and its own properties', () => {
    const signed = sign();
    expect(verify(signed)).toBe(3);
    schema?.check(signed);
  });

  it('is valid for documents with any texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', minLength: 1 }), (concept) => {
        // Accepted texts have no control characters except line feeds and tabs.
        fc.pre(!/[\p{Cc}\uFFFE\uFFFF]/u.test(concept.replaceAll(/[\n\t]/g, '')));
        expect(verify(sign(write(concept)))).toBe(3);
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('is invalid if any letter of the document, the certificates or the properties is another', () => {
    const signed = sign();
    // The last digit of the signature has bits that mean nothing. Names of elements around the
    // signed parts are not signed.
    const masked = signed
      .replace(/.==<\/ds:SignatureValue>/, (end) => '='.repeat(end.length))
      .replaceAll(/&[a-z]+;/g, (entity) => '&'.repeat(entity.length));
    const texts = [...masked.matchAll(/>([^<]+)</g)];
    const letters = texts.flatMap(({ 1: text = '', index }) =>
      [...text.matchAll(/[A-Za-z0-9]/g)].map((letter) => index + 1 + letter.index),
    );
    fc.assert(
      fc.property(fc.constantFrom(...letters), (at) => {
        const other = signed[at] === 'x' ? 'y' : 'x';
        expect(verify(signed.slice(0, at) + other + signed.slice(at + 1))).toBe(0);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('leaves the document unchanged', () => {
    const unsigned = write();
    expect(sign(unsigned).replace(/<ds:Signature .*<\/ds:Signature>/s, '')).toBe(unsigned);
  });

  it('states its policy, the signer, the time in Madrid, and the certificate with its chain', () => {
    const signed = sign();
    expect(find(/<xades:Identifier>(.*?)<\/xades:Identifier>/)).toMatch(
      /politica_de_firma_formato_facturae_v3_1\.pdf$/,
    );
    expect(signed).toContain('sha1"></ds:DigestMethod><ds:DigestValue>Ohixl6upD6av8N7pEvDABhEL6hM=<');
    expect(find(/<xades:ClaimedRole>(.*?)</)).toBe('emisor');
    expect(find(/<xades:ClaimedRole>(.*?)</, sign(write(), { ...SIGNER, role: 'receptor' }))).toBe(
      'receptor',
    );
    expect(find(/<xades:SigningTime>(.*?)</)).toBe('2026-11-20T00:10:00+01:00');
    expect(find(/<ds:X509SerialNumber>(.*?)</)).toBe(String(SERIAL_NUMBER));
    expect(find(/<ds:X509IssuerName>(.*?)</)).toBe(
      String.raw`CN=AC &amp; Cía,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba\, S.A.,C=ES`,
    );
    const certificates = [...signed.matchAll(/<ds:X509Certificate>(.*?)</g)].map(([, content]) => content);
    expect(certificates).toEqual(chain.map(({ raw }) => raw.toString('base64')));
  });

  it.each([
    ['its issuer signs', {}, 'B12345674', 'emisor'],
    ['its issuer signs and its recipient issued it', { role: 'recipient' }, 'B12345674', 'emisor'],
    ['its recipient signs and issued it', { role: 'recipient' }, 'A12345674', 'receptor'],
    ['its recipient signs, who did not issue it', {}, 'A12345674', 'tercero'],
    ['another company signs', {}, 'B87654323', 'tercero'],
    ['another company signs and issued it', { role: 'third_party' }, 'B87654323', 'tercero'],
    ['the certificate states no NIF', {}, null, 'emisor'],
    ['the certificate states no NIF, and its recipient issued it', { role: 'recipient' }, null, 'receptor'],
  ] as const)('states the role of whoever signs: %s', (_what, issuedBy, nif, role) => {
    const nobody = { name: null, documentType: null, documentNumber: null, countryCode: null };
    const document = buildDocument({
      recipient: { ...buildDocument().recipient!, documentNumber: 'A12345674' },
      ...('role' in issuedBy && { issuedBy: { ...nobody, ...issuedBy } }),
    });
    expect(chooseSignerRole(document, nif)).toBe(role);
  });

  it.each([
    ['rsa', { modulusLength: 2048 }, null],
    ['rsa', { modulusLength: 1024 }, 'key_too_short'],
    ['ec', { namedCurve: 'prime256v1' }, 'key_not_rsa'],
  ] as const)('is made with an RSA key of at least 2048 bits: %s %j', (type, options, why) => {
    expect(
      judgeKey(generateKeyPairSync(type as 'rsa', options as { modulusLength: number }).privateKey),
    ).toBe(why);
  });

  it('is the same for the same document, certificate and time', () => {
    expect(sign()).toBe(sign());
  });

  it.each([
    [
      'an elliptic key',
      () =>
        sign(write(), {
          ...SIGNER,
          privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
        }),
      'RSA',
    ],
    [
      'the key of another certificate',
      () => sign(write(), { ...SIGNER, chain: [chain[1]] }),
      'not that of the certificate',
    ],
    ['a document that is signed', () => sign(sign()), 'not an unsigned Facturae document'],
    ['another document', () => sign('<a></a>'), 'not an unsigned Facturae document'],
  ])('is refused with %s', (_what, attempt, message) => {
    expect(attempt).toThrow(SigningError);
    expect(attempt).toThrow(message);
  });
});

const hasXmlsec = isJudged(
  findExecutable(['xmlsec1']),
  'signatures, by a second verifier',
  'there is no xmlsec1 (apt install xmlsec1)',
);

describe.runIf(hasXmlsec)('a signed document, for xmlsec1', () => {
  function verifyWithXmlsec(signed: string): boolean {
    const directory = mkdtempSync(path.join(tmpdir(), 'xmlsec-'));
    const file = path.join(directory, 'invoice.xsig');
    writeFileSync(file, signed);
    const ids = ['Signature', 'SignedProperties', 'KeyInfo'].flatMap((name) => ['--id-attr:Id', name]);
    try {
      execFileSync('xmlsec1', ['--verify', '--trusted-pem', authority.root, ...ids, file], { stdio: 'pipe' });
      return true;
    } catch {
      return false;
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  it('is valid, with a chain up to the trusted root, unless a letter is another', () => {
    const signed = sign();
    expect(verifyWithXmlsec(signed)).toBe(true);
    expect(verifyWithXmlsec(signed.replace('Servicio', 'Servicia'))).toBe(false);
    expect(verifyWithXmlsec(signed.replace('emisor', 'amisor'))).toBe(false);
  });
});
