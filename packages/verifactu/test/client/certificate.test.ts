import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CertificateError, readPkcs12 } from 'verifactu-protocol/client/certificate';
import { readTestCertificate } from '../support/messages.ts';

function read(name: string, passphrase = 'test-only') {
  return readPkcs12(readTestCertificate(name).pkcs12, passphrase);
}

describe('a PKCS #12 file', () => {
  it.each([
    ['company', 'B12345674'],
    ['person', '12345678Z'],
    ['seal', 'B12345674'],
    ['nameless', null],
  ])('is read with the NIF of its holder: %s, %s', (name, nif) => {
    expect(read(name)).toMatchObject({ holder: { nif }, notAfter: new Date('2120-01-01T00:00:00Z') });
  });

  it('is read with its subject on one line and its validity', () => {
    expect(read('company')).toMatchObject({
      subject: expect.stringMatching(/^O=Empresa de Pruebas SL, .*CN=12345678Z Prueba \(R: B12345674\)/),
      notBefore: new Date('2020-01-01T00:00:00Z'),
    });
  });

  it('is read although its certificate has expired', () => {
    expect(read('expired').notAfter).toEqual(new Date('2021-01-01T00:00:00Z'));
  });

  it('is read although its certificate is not valid yet', () => {
    expect(read('future').notBefore).toEqual(new Date('2110-01-01T00:00:00Z'));
  });

  it.each([
    ['company', 'wrong', 'wrong_passphrase', /passphrase/],
    ['company', '', 'wrong_passphrase', /passphrase/],
    ['old-ciphers', 'wrong', 'wrong_passphrase', /passphrase/],
    ['old-ciphers', 'test-only', 'old_ciphers', /openssl pkcs12 -legacy/],
    ['no-key', 'test-only', 'no_private_key', /private key/],
  ])(
    'is refused: %s.p12 with the passphrase %j causes the problem %s',
    (name, passphrase, problem, message) => {
      const refusal = expect.objectContaining({ problem, message: expect.stringMatching(message) });
      expect(() => read(name, passphrase)).toThrow(CertificateError);
      expect(() => read(name, passphrase)).toThrow(refusal);
    },
  );

  it.each([
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['truncated', readTestCertificate('company').pkcs12.subarray(0, 500)],
  ])('is refused when it is %s', (_what, pkcs12) => {
    expect(() => readPkcs12(pkcs12, 'test-only')).toThrow(expect.objectContaining({ problem: 'not_pkcs12' }));
  });

  it('causes no error that contains its passphrase', () => {
    expect(() => read('company', 'very secret')).toThrow(
      expect.toSatisfy((error: Error) => !inspect(error, { depth: null }).includes('very secret')),
    );
  });
});
