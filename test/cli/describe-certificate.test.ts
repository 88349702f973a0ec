import { describe, expect, it } from 'vitest';
import { describeAdded, describeCertificates } from '#src/cli/org/describe-certificate.ts';
import type { CertificateSummary } from '#src/remit/statements/certificates.ts';

const NOW = new Date('2026-11-21T08:12:00Z');

const certificate = (
  id: number,
  notBefore: string,
  notAfter: string,
  issuerNif: string | null = null,
): CertificateSummary => ({
  id,
  organizationId: 1,
  issuerNif,
  subject: 'CN=Prueba',
  isSeal: false,
  front: Buffer.from('0200000000', 'hex'),
  notBefore: Date.parse(notBefore),
  notAfter: Date.parse(notAfter),
});
const good = certificate(1, '2025-01-01', '2026-12-31');
const last = (certificates: readonly CertificateSummary[]) =>
  describeAdded(certificates.at(-1)!, certificates, NOW).join('\n');

describe('certificate add', () => {
  it('warns that nothing is sent between the end of the current certificate and the start of the next', () => {
    const text = last([good, certificate(2, '2027-01-05', '2029-01-05')]);
    expect(text).toContain('Until then certificate 1 (until 2026-12-31T00:00:00.000Z) is in use');
    expect(text).toContain('NOTHING IS SENT between 2026-12-31T00:00:00.000Z and 2027-01-05T00:00:00.000Z');
    expect(last([good, certificate(2, '2026-12-05', '2029-01-05')])).not.toContain('NOTHING');
  });

  it('names the certificate for all issuers, never that of another issuer, as in use until an issuer’s own is valid', () => {
    const own = certificate(3, '2026-12-05', '2029-01-05', 'B12345674');
    const others = certificate(2, '2025-01-01', '2029-01-05', 'A12345674');
    expect(last([good, others, own])).toContain('Until then certificate 1 ');
    expect(last([others, own])).toContain('Until then there is no valid certificate');
  });
});

describe('certificate list', () => {
  it('marks one certificate in use for each owner with a valid one', () => {
    const lines = describeCertificates(
      [
        certificate(5, '2025-01-01', '2026-01-01', 'B12345674'),
        certificate(4, '2025-01-01', '2029-01-01', 'A12345674'),
        certificate(3, '2027-01-01', '2029-01-01'),
        certificate(2, '2025-01-01', '2029-01-01'),
        good,
      ],
      NOW,
    );
    expect(lines.map((line) => / until \S+, (.*?) {2}/.exec(line)![1])).toEqual([
      'EXPIRED',
      'IN USE',
      'NOT VALID YET',
      'IN USE',
      'a newer one is in use',
    ]);
  });
});
