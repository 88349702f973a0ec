import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlace } from '../../../src/contracts/v2/details.ts';
import { INVOICE_MEMBERS } from '../../../src/contracts/v2/invoice-members.ts';
import {
  ELECTRONIC_FORMATS,
  type ElectronicFormat,
  UBL_PROFILES,
  type UblProfileName,
} from '../../../src/contracts/electronic-formats.ts';
import { findRefusal, judgeFormats, type Source, writeXml } from '../../../src/domain/einvoice/formats.ts';
import { memberOf } from '../../../src/domain/einvoice/refusal.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { numberOf } from '../../support/long.ts';
import { acceptedDocuments } from '../support/accepted-documents.ts';

const FILES: readonly (readonly [ElectronicFormat, UblProfileName])[] = [
  ...ELECTRONIC_FORMATS.map((format) => [format, 'cen'] as const),
  ...UBL_PROFILES.map((profile) => ['ubl', profile] as const),
];

/** Addresses without which, and texts and places with which, some format refuses an invoice. */
const ISSUERS = [
  null,
  buildProfile(),
  buildProfile({ province: null, postalCode: '35001', city: 'Las Palmas' }),
  buildProfile({ registryNote: 'Registro '.repeat(300) }),
];

const sources: fc.Arbitrary<Source> = fc
  .tuple(acceptedDocuments, fc.constantFrom(...ISSUERS), fc.boolean())
  .map(([document, profile, isForPeppol]) => ({
    profile,
    document: isForPeppol
      ? { ...document, references: { buyer: 'ACME-1', ...document.references } }
      : document,
  }));

describe('what is said of the formats of an invoice', () => {
  it('is what happens when the invoice is written: a format is available exactly if it can be written, and otherwise has the same reason, which names a member of an invoice', () => {
    const said = { available: 0, refused: 0 };
    fc.assert(
      fc.property(sources, (source) => {
        for (const [format, profile] of FILES) {
          const written = findRefusal(() => writeXml(format, source, profile));
          const [member] = readPlace(written === null ? 'lines' : memberOf(written));
          expect(INVOICE_MEMBERS).toHaveProperty(member!);
          // Formats that are judged together share their terms.
          for (const together of [[format], ELECTRONIC_FORMATS])
            expect([format, judgeFormats(source, together, profile).get(format)]).toEqual([format, written]);
          said[written === null ? 'available' : 'refused'] += 1;
        }
      }),
      { numRuns: numberOf({ short: 60, long: 5000 }) },
    );
    expect(Math.min(said.available, said.refused)).toBeGreaterThan(0);
  });
});
