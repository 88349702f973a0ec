import { describe, expect, it } from 'vitest';
import {
  foreseeSigning,
  type KnownCertificate,
} from '../../../../src/domain/einvoice/facturae/foresee-signing.ts';
import { buildDocument } from '../../../render/support/build-invoice.ts';

const OWN = 'B12345674';
const RECIPIENT = 'A12345674';
const THIRD = 'B87654323';
const NOW = Date.parse('2026-11-29T12:00:00Z');

let id = 0;
const of = (holderNif: string | null, changes: Partial<KnownCertificate> = {}): KnownCertificate => ({
  id: (id += 1),
  issuerNif: null,
  notBefore: NOW - 1,
  notAfter: NOW + 1,
  signing: { keyType: 'rsa', keyBits: 2048, holderNif },
  hasAddress: false,
  ...changes,
});
const foresee = (certificates: readonly KnownCertificate[], role?: 'recipient' | 'third_party') => {
  const nobody = { name: null, documentType: null, documentNumber: null, countryCode: null };
  const document = buildDocument({
    recipient: { ...buildDocument().recipient!, documentNumber: RECIPIENT },
    ...(role && { issuedBy: { ...nobody, role } }),
  });
  return foreseeSigning(document, { certificates, now: NOW });
};

describe('whether the Facturae of an invoice can be signed', () => {
  it.each([
    ['by a certificate that states no NIF', [of(null)], undefined, null],
    ['by its recipient, who issued it', [of(RECIPIENT)], 'recipient', null],
    ['not by its recipient, who did not issue it', [of(RECIPIENT)], undefined, 'third_party_unknown'],
    ['by a third party whose address is known', [of(THIRD, { hasAddress: true })], undefined, null],
    ['by an older certificate of the issuer', [of(OWN), of(THIRD)], undefined, null],
    ['perhaps by a third party that issued it', [of(THIRD)], 'third_party', null],
    [
      'perhaps by a certificate that nobody has read',
      [of(THIRD), of(null, { signing: null })],
      undefined,
      null,
    ],
    ['not by one that begins later', [of(OWN, { notBefore: NOW + 1 })], undefined, 'certificate_not_valid'],
  ] as const)('is known without the keys: %s', (_what, certificates, role, fault) => {
    expect(foresee(certificates, role)).toBe(fault);
  });
});
