import type { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import forge from 'node-forge';
import { afterAll, describe, expect, it } from 'vitest';
import { readIssuerName } from '#src/remit/signing-key/issuer-name.ts';
import { openRsaAuthority } from '../../domain/support/rsa-authority.ts';

const authority = openRsaAuthority('/C=ES/CN=AC');
afterAll(() => authority[Symbol.dispose]());

const readName = (certificate: X509Certificate): string => readIssuerName(forge, certificate);

describe('the name of the issuer of a certificate', () => {
  it.each([
    '/C=ES/O=FNMT-RCM/OU=CERES/CN=AC Representación',
    '/C=ES/ST=Madrid/L=Madrid/street=Calle Mayor 1/O=Prueba, S.A./CN=a\\+b "c" <d>; \\\\e',
    '/DC=es/DC=prueba/UID=4/CN=# 1 ',
    '/C=ES/CN= Ñ € 日本',
  ])('is that of RFC 2253, as OpenSSL formats it: %s', (name) => {
    const certificate = authority.issueBy(name);
    expect(readName(certificate)).toBe(
      // OpenSSL writes this type of RFC 2253 in lower case.
      authority.describeIssuer(certificate).replace('street=', 'STREET='),
    );
  });

  it('has an object identifier and a hexadecimal value for a type that RFC 2253 does not name', () => {
    const certificate = authority.issueBy('/C=ES/O=Prueba/organizationIdentifier=VATES-A82743287/CN=AC');
    expect(readName(certificate)).toBe('CN=AC,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba,C=ES');
    expect(readName(authority.issueBy('/C=ES/emailAddress=ac@example.es'))).toBe(
      '1.2.840.113549.1.9.1=#160d6163406578616d706c652e6573,C=ES',
    );
  });

  it('joins the attributes of one relative name with a plus', () => {
    const certificate = authority.issueBy('/C=ES/CN=AC+OU=CERES', '-multivalue-rdn');
    expect(readName(certificate).split(',')).toHaveLength(2);
    expect(readName(certificate)).toMatch(/^(?:CN=AC\+OU=CERES|OU=CERES\+CN=AC),C=ES$/);
  });

  it.each(['MASK:0x2', 'MASK:0x4', 'MASK:0x800', 'MASK:0x2000'])(
    'is the same for each type of its strings: %s',
    (mask) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'issuer-name-'));
      const file = path.join(directory, 'openssl.cnf');
      writeFileSync(file, `[req]\ndistinguished_name=name\nstring_mask=${mask}\n[name]\n`);
      try {
        const certificate = authority.issueBy('/O=Prueba/CN=AC Raiz', '-config', file);
        expect(readName(certificate)).toBe('CN=AC Raiz,O=Prueba');
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );
});
