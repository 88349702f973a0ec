import { createSign, createVerify, pbkdf2Sync } from 'node:crypto';
import { inspect } from 'node:util';
import forge from 'node-forge';
import { afterAll, describe, expect, it } from 'vitest';
import { readPkcs12 } from 'verifactu-protocol/client/certificate';
import { readSigningKey, SigningKeyError } from '#src/remit/signing-key/read-signing-key.ts';
import { openRsaAuthority } from '../../domain/support/rsa-authority.ts';
import { readTestCertificate } from '../../../packages/verifactu/test/support/messages.ts';

const authority = openRsaAuthority('/C=ES/O=Prueba, S.A./organizationIdentifier=VATES-A82743287/CN=AC Ñandú');
afterAll(() => authority[Symbol.dispose]());

const PASSPHRASE = 'ñandú €';
const encrypted = (key: string, certificates = key): string[] => ['-keypbe', key, '-certpbe', certificates];

async function expectKey(pkcs12: Buffer, passphrase: string): Promise<void> {
  const { privateKey, chain, issuerName } = await readSigningKey(pkcs12, passphrase);
  expect(chain.map(({ raw }) => raw.toString('hex'))).toEqual(
    authority.chain.map(({ raw }) => raw.toString('hex')),
  );
  expect(issuerName).toBe(
    String.raw`CN=AC Ñandú,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba\, S.A.,C=ES`,
  );
  const signature = createSign('sha256').update('x').sign(privateKey);
  expect(createVerify('sha256').update('x').verify(chain[0].publicKey, signature)).toBe(true);
}

describe('the signing key in a PKCS#12 file', () => {
  it.each([
    ['the defaults of OpenSSL', PASSPHRASE],
    ['AES with keys of 128 bits', PASSPHRASE, ...encrypted('AES-128-CBC')],
    ['3DES and PBES2', PASSPHRASE, ...encrypted('DES-EDE3-CBC')],
    ['3DES, as Windows writes it', PASSPHRASE, ...encrypted('PBE-SHA1-3DES'), '-macalg', 'sha1'],
    ['two kinds of encryption', PASSPHRASE, ...encrypted('PBE-SHA1-3DES', 'AES-256-CBC')],
    ['no encryption', PASSPHRASE, ...encrypted('NONE')],
    ['no passphrase', ''],
    ['one iteration', PASSPHRASE, '-noiter'],
    ['names', PASSPHRASE, '-name', 'Certificado de Ñoño', '-caname', 'AC'],
  ])(
    'is read with its chain, from the certificate to the root, with %s',
    async (_what, passphrase, ...options) => {
      const file = authority.exportPkcs12(passphrase, ...options);
      await expectKey(file, passphrase);
      // A certificate that can be added can sign.
      expect(readPkcs12(file, passphrase).subject).toContain('CN=Sello de prueba');
    },
  );

  it.each([
    ['serialNumber=IDCES-12345678Z/CN=EJEMPLO PEREZ ANA - 12345678Z', 'EJEMPLO PEREZ ANA'],
    [
      'serialNumber=IDCES-12345678Z/SN=EJEMPLO PEREZ/GN=ANA/CN=EJEMPLO PEREZ ANA - 12345678Z',
      'EJEMPLO PEREZ, ANA',
    ],
    ['O=Ejemplo SL/organizationIdentifier=VATES-B12345674/SN=EJEMPLO/GN=ANA/CN=x', 'Ejemplo SL'],
  ])('has the name of an entity, or the surnames and the given name of a person: %s', (subject, name) => {
    const file = authority.issuePkcs12(`/C=ES/${subject}`, PASSPHRASE);
    expect(readPkcs12(file, PASSPHRASE).holder.name).toBe(name);
  });

  it('is read from a file with 600,000 iterations, as Firefox writes it, in little more than their time', async () => {
    const file = authority.exportPkcs12(PASSPHRASE, '-iter', '600000');
    const started = performance.now();
    await expectKey(file, PASSPHRASE);
    const read = performance.now();
    pbkdf2Sync(PASSPHRASE, 'salt', 600_000, 32, 'sha256');
    // The file is authenticated once and has two encrypted parts.
    expect(read - started).toBeLessThan(10 * (performance.now() - read));
  });

  it('is read from a file whose contents are written in pieces and with indefinite lengths', async () => {
    const file = writeInPieces(authority.exportPkcs12(PASSPHRASE));
    await expectKey(file, PASSPHRASE);
    expect(readPkcs12(file, PASSPHRASE).subject).toContain('CN=Sello de prueba');
  });

  it('may be encrypted with RC2, which OpenSSL no longer reads when a certificate is added', async () => {
    const { pkcs12, passphrase } = readTestCertificate('old-ciphers');
    const { privateKey } = await readSigningKey(pkcs12, passphrase);
    expect(privateKey.asymmetricKeyType).toBe('ec');
  });

  it.each([
    ['company', 'wrong', /cannot be read or decrypted/],
    ['no-key', 'test-only', /no private key/],
  ])('is refused: %s.p12 with the passphrase %s', async (name, passphrase, message) => {
    const { pkcs12 } = readTestCertificate(name);
    await expect(readSigningKey(pkcs12, passphrase)).rejects.toThrow(SigningKeyError);
    await expect(readSigningKey(pkcs12, passphrase)).rejects.toThrow(message);
  });

  it('is refused with the object identifier of an encryption that is not supported', async () => {
    const file = authority.exportPkcs12(PASSPHRASE, ...encrypted('CAMELLIA-256-CBC'));
    await expect(readSigningKey(file, PASSPHRASE)).rejects.toThrow(
      new SigningKeyError(
        'The certificate file is encrypted with the unsupported algorithm 1.2.392.200011.61.1.1.1.4',
      ),
    );
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['truncated', readTestCertificate('company').pkcs12.subarray(0, 500)],
  ])('is refused if the file is %s', async (_what, pkcs12) => {
    await expect(readSigningKey(pkcs12, 'test-only')).rejects.toThrow(SigningKeyError);
  });

  it.each(['company', 'old-ciphers'])('causes no error that contains the passphrase: %s', async (name) => {
    const { pkcs12 } = readTestCertificate(name);
    await expect(readSigningKey(pkcs12, 'very secret')).rejects.toSatisfy(
      (error: Error) => !inspect(error, { depth: null }).includes('very secret'),
    );
  });
});

/**
 * Writes the contents of a PKCS#12 file as pieces of 100 bytes in values of indefinite length, as
 * some programs do.
 */
function writeInPieces(pkcs12: Buffer): Buffer {
  const { asn1 } = forge;
  const [version, safe] = listParts(asn1.fromDer(pkcs12.toString('latin1')));
  const [type, tagged] = listParts(safe);
  const { value: contents } = listParts(tagged)[0]!;
  if (typeof contents !== 'string') throw new TypeError('The contents are not bytes');
  const pieces = (contents.match(/[^]{1,100}/g) ?? []).map((piece) =>
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, piece),
  );
  return openEnded(
    0x30,
    encode(version!),
    openEnded(0x30, encode(type!), openEnded(0xa0, openEnded(0x24, ...pieces.map(encode)))),
  );
}

function listParts(whole: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  if (typeof whole?.value === 'object') return whole.value;
  throw new TypeError('The value has no parts');
}

function encode(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

/** Encodes a value of indefinite length, which ends with two zero bytes. */
function openEnded(tag: number, ...contents: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.alloc(2)]);
}
