import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCertificate,
  explainNoneValid,
  judgeValidity,
  type Validity,
} from '#src/domain/registration/choose-certificate.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const DAY = 24 * 3600 * 1000;
const NIF = 'B12345674';

const certificate = (id: number, from: number, until: number, issuerNif: string | null = null): Validity => ({
  id,
  issuerNif,
  notBefore: NOW + from * DAY,
  notAfter: NOW + until * DAY,
});

const anyCertificates = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -3, max: 3 }), fc.nat(4), fc.boolean())
    .map(([id, from, days, isOwn]) => certificate(id, from, from + days, isOwn ? NIF : null)),
  { selector: ({ id }) => id, maxLength: 8 },
);

describe('the certificate that is presented to AEAT', () => {
  it('is valid, and is chosen whenever at least one is valid', () => {
    fc.assert(
      fc.property(anyCertificates, (certificates) => {
        const chosen = chooseCertificate(certificates, NOW);
        const valid = certificates.filter((each) => judgeValidity(each, NOW) === 'valid');
        expect(valid.length === 0 ? [null] : valid).toContain(chosen);
      }),
    );
  });

  it('is the newest of the issuer’s own, or else the newest of those for all issuers', () => {
    fc.assert(
      fc.property(anyCertificates, (certificates) => {
        const chosen = chooseCertificate(certificates, NOW);
        for (const other of certificates.filter((each) => judgeValidity(each, NOW) === 'valid')) {
          const isSameOwner = other.issuerNif === chosen!.issuerNif;
          expect(isSameOwner ? chosen!.id >= other.id : chosen!.issuerNif === NIF).toBe(true);
        }
      }),
    );
  });

  it('depends neither on the order of the certificates nor on invalid ones', () => {
    fc.assert(
      fc.property(anyCertificates, (certificates) => {
        const valid = certificates.filter((each) => judgeValidity(each, NOW) === 'valid');
        expect(chooseCertificate(certificates.toReversed(), NOW)).toBe(chooseCertificate(valid, NOW));
      }),
    );
  });

  it.each([
    [-1, 'early'],
    [0, 'valid'],
    [DAY, 'valid'],
    [DAY + 1, 'ended'],
  ])('is valid from its first to its last moment: after %i ms it is judged as %s', (after, expected) => {
    const day = { id: 1, issuerNif: null, notBefore: NOW, notAfter: NOW + DAY };
    expect(judgeValidity(day, NOW + after)).toBe(expected);
  });
});

describe('the message about a missing valid certificate', () => {
  it('names the certificate that ended last and the one that begins next, with their periods', () => {
    const all = [
      certificate(1, -9, -5),
      certificate(2, -9, -1),
      certificate(3, 9, 12),
      certificate(4, 2, 12, NIF),
    ];
    expect(explainNoneValid(all, NOW)).toBe(
      'No certificate is valid now: certificate 2 was so from 2026-11-11T10:00:00.000Z until 2026-11-19T10:00:00.000Z; ' +
        'certificate 4 will be so from 2026-11-22T10:00:00.000Z until 2026-12-02T10:00:00.000Z. Nothing is sent without one',
    );
    expect(explainNoneValid([certificate(1, -9, -5)], NOW)).not.toContain('will be');
  });
});
