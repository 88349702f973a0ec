import { createSign, createVerify } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readSigningKey, SigningKeyError } from '../../../src/domain/certificates/read-signing-key.ts';
import { readTestCertificate } from '../../submit/aeat/support/messages.ts';
import { openRsaAuthority } from '../support/rsa-authority.ts';

const authority = openRsaAuthority('/C=ES/CN=AC');
afterAll(() => authority[Symbol.dispose]());

const PASSPHRASE = 'ñandú €';

describe('the signing key in a PKCS#12 file', () => {
  it.each([
    ['the defaults of OpenSSL'],
    ['AES with keys of 128 bits', '-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC'],
    ['3DES and PBES2', '-keypbe', 'DES-EDE3-CBC', '-certpbe', 'DES-EDE3-CBC'],
    [
      '3DES, as Windows writes it',
      '-keypbe',
      'PBE-SHA1-3DES',
      '-certpbe',
      'PBE-SHA1-3DES',
      '-macalg',
      'sha1',
    ],
    ['no encryption', '-keypbe', 'NONE', '-certpbe', 'NONE'],
    ['one iteration', '-noiter'],
  ])('is read with its chain, from the certificate to the root, with %s', (_what, ...options) => {
    const { privateKey, chain } = readSigningKey(authority.exportPkcs12(PASSPHRASE, ...options), PASSPHRASE);
    expect(chain.map(({ fingerprint256 }) => fingerprint256)).toEqual(
      authority.chain.map(({ fingerprint256 }) => fingerprint256),
    );
    const signature = createSign('sha256').update('x').sign(privateKey);
    expect(createVerify('sha256').update('x').verify(chain[0].publicKey, signature)).toBe(true);
  });

  it.each([
    ['company', 'wrong', /cannot be read or decrypted/],
    ['old-ciphers', 'test-only', /unsupported algorithm/],
    ['no-key', 'test-only', /no private key/],
  ])('is refused: %s.p12 with the passphrase %s', (name, passphrase, message) => {
    const { pkcs12 } = readTestCertificate(name);
    expect(() => readSigningKey(pkcs12, passphrase)).toThrow(SigningKeyError);
    expect(() => readSigningKey(pkcs12, passphrase)).toThrow(message);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['truncated', readTestCertificate('company').pkcs12.subarray(0, 500)],
  ])('is refused if the file is %s', (_what, pkcs12) => {
    expect(() => readSigningKey(pkcs12, 'test-only')).toThrow(SigningKeyError);
  });

  it('causes no error that contains the passphrase', () => {
    const { pkcs12 } = readTestCertificate('company');
    expect(() => readSigningKey(pkcs12, 'very secret')).toThrow(
      expect.toSatisfy((error: Error) => !inspect(error, { depth: null }).includes('very secret')),
    );
  });
});
