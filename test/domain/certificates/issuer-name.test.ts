import { afterAll, describe, expect, it } from 'vitest';
import { readIssuerName } from '../../../src/domain/certificates/issuer-name.ts';
import { openRsaAuthority } from '../support/rsa-authority.ts';

const authority = openRsaAuthority('/C=ES/CN=AC');
afterAll(() => authority[Symbol.dispose]());

describe('the name of the issuer of a certificate', () => {
  it.each([
    '/C=ES/O=FNMT-RCM/OU=CERES/CN=AC Representación',
    '/C=ES/ST=Madrid/L=Madrid/street=Calle Mayor 1/O=Prueba, S.A./CN=a\\+b "c" <d>; \\\\e',
    '/DC=es/DC=prueba/UID=4/CN=# 1 ',
    '/C=ES/CN= Ñ € 日本',
  ])('is that of RFC 2253, as OpenSSL formats it: %s', (name) => {
    const certificate = authority.issueBy(name);
    expect(readIssuerName(certificate)).toBe(
      // OpenSSL writes this type of RFC 2253 in lower case.
      authority.describeIssuer(certificate).replace('street=', 'STREET='),
    );
  });

  it('has an object identifier and a hexadecimal value for a type that RFC 2253 does not name', () => {
    const certificate = authority.issueBy('/C=ES/O=Prueba/organizationIdentifier=VATES-A82743287/CN=AC');
    expect(readIssuerName(certificate)).toBe(
      'CN=AC,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba,C=ES',
    );
    expect(readIssuerName(authority.issueBy('/C=ES/emailAddress=ac@example.es'))).toBe(
      '1.2.840.113549.1.9.1=#160d6163406578616d706c652e6573,C=ES',
    );
  });

  it('joins the attributes of one relative name with a plus', () => {
    const certificate = authority.issueBy('/C=ES/CN=AC+OU=CERES', '-multivalue-rdn');
    expect(readIssuerName(certificate).split(',')).toHaveLength(2);
    expect(readIssuerName(certificate)).toMatch(/^(?:CN=AC\+OU=CERES|OU=CERES\+CN=AC),C=ES$/);
  });
});
