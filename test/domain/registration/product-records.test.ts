import type { InvoiceInput, LineInput } from '#src/contracts/v2/invoice-input.ts';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { buildRegistroAnulacion } from 'verifactu-protocol/records/build-registro-anulacion';
import { MATRIX } from '../support/accepted-combinations.ts';
import { openAeatSchema } from '../support/aeat-schema.ts';
import { nearlyValidInputs } from '../support/arbitrary-inputs.ts';
import { buildInput, TODAY } from '../support/inputs.ts';
import { GENERATED_AT, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';
import { hasSharedFacts } from '../support/shared-facts.ts';
import { nearlyValidV2Inputs, pastRates } from '../support/arbitrary-v2-inputs.ts';
import { buildFirstAlta, buildFirstAltaV2, objectTo } from '../support/judge-product.ts';
import { LONG, runsOf } from '../../support/long.ts';

const schema = hasSharedFacts ? openAeatSchema() : null;
afterAll(() => schema?.[Symbol.dispose]());

/** Random invoices of version 2; about a sixth of them is accepted. */
const RUNS_V2 = LONG ? 60_000 : 300;

/**
 * Rectifications whose records have each kind of operation date, since random ones may lack one.
 */
const DATED: [InvoiceInput][] = [
  ...[1, 2, 3, 4, 5].map(
    (id) =>
      [
        buildRectification({ rectified_invoice_id: id }, { tax_rate: 7.5, equivalence_surcharge_rate: 1 }),
      ] as [InvoiceInput],
  ),
  [
    buildRectification(
      { ...ofPeriod('2024-10-01', '2024-12-31') },
      { tax_rate: 2, equivalence_surcharge_rate: 0.26 },
    ),
  ],
  [
    buildRectification(
      { ...ofPeriod('2023-01-01', '2023-12-31') },
      { tax_rate: 5, equivalence_surcharge_rate: 0.62 },
    ),
  ],
  [
    buildRectification(
      { ...ofPeriod('2024-10-01', '2024-12-31'), operation_date: '2024-11-20' },
      { tax_rate: 21 },
    ),
  ],
  [buildRectification({ ...ofPeriod('2026-01-01', '2026-06-30') }, { tax_rate: 21 })],
];

function ofPeriod(start: string, end: string): InvoiceInput {
  return {
    period: { start, end },
    rectification: { method: 'differences', reason: 'Rápel', invoices: null },
  };
}

function buildRectification(changes: InvoiceInput, taxes: LineInput): InvoiceInput {
  return {
    issuer_nif: 'B12345674',
    number_serie: 'A/1',
    invoice_type: 'R1',
    recipients: [{ name: 'Client', document_type: 'nif', document_number: 'A12345674' }],
    lines: [{ concept: 'Pan', units: 1, unit_price: 10, ...taxes }],
    ...changes,
  };
}

describe('a record that the engine makes of an accepted invoice', () => {
  it('is accepted by the stand-in, whose rules are independent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearlyValidInputs, (input) => {
        const alta = buildFirstAlta(input);
        if (!alta) return;
        accepted += 1;
        expect(objectTo(alta.issuer, [alta.xml])).toEqual([]);
      }),
      { numRuns: runsOf(1500) },
    );
    expect(accepted).toBeGreaterThan(runsOf(1500) / 20);
  });

  it("of version 2 is accepted by the stand-in and valid for AEAT's schema", () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearlyValidV2Inputs, (input) => {
        const alta = buildFirstAltaV2(input);
        if (!alta) return;
        accepted += 1;
        expect(objectTo(alta.issuer, [alta.xml])).toEqual([]);
        schema?.check(buildEnvelope({ issuer: alta.issuer, hasIncident: false, records: [alta.xml] }));
      }),
      { numRuns: RUNS_V2 },
    );
    expect(accepted).toBeGreaterThan(RUNS_V2 / 20);
  }, 600_000);

  it('with rates and surcharges of the past is accepted by the stand-in, whatever invoices or periods it refers to', () => {
    const dates = new Set<string | undefined>();
    fc.assert(
      fc.property(pastRates, (input) => {
        const alta = buildFirstAltaV2(input);
        if (!alta) return;
        dates.add(/FechaOperacion>(.*?)</.exec(alta.xml)?.[1]);
        expect(objectTo(alta.issuer, [alta.xml])).toEqual([]);
      }),
      { numRuns: runsOf(1500), examples: DATED },
    );
    // Derived from named invoices and from periods, stated, and none.
    for (const date of ['05-11-2024', '31-12-2024', '31-12-2023', '20-11-2024', undefined])
      expect(dates).toContain(date);
  });

  it(
    "is valid for AEAT's schema and the stand-in in every combination of type, recipient, tax, regime, key and exemption",
    { timeout: 120_000 },
    () => {
      const wrong: string[] = [];
      const accepted = new Set<string>();
      for (const { name, input } of MATRIX) {
        const alta = buildFirstAlta(input);
        if (!alta) continue;
        accepted.add(name);
        const envelope = buildEnvelope({ issuer: alta.issuer, hasIncident: false, records: [alta.xml] });
        wrong.push(...objectTo(alta.issuer, [alta.xml]).map((text) => `${name}: ${text}`));
        try {
          schema?.check(envelope);
        } catch (error) {
          wrong.push(`${name}: ${String(error)}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(accepted.size).toBeGreaterThan(200);
      // Every type, recipient and regime occurs.
      const names = [...accepted].join('\n');
      for (const part of ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'])
        expect(names).toContain(`${part} to`);
      for (const part of ['nobody', 'unidentified', 'company', 'person', 'foreigner', 'public body'])
        expect(names).toContain(` to ${part}:`);
      for (const part of ['German', 'American', 'traveller']) expect(names).toContain(` to ${part}:`);
      for (const part of [
        '02',
        '03',
        '04',
        '05',
        '07',
        '08',
        '09',
        '10',
        '11',
        '14',
        '15',
        '17',
        '18',
        '19',
        '20',
      ])
        expect(names).toContain(`"tax_regime":"${part}"`);
      for (const part of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'S2', 'N1', 'N2', 'igic', 'psi', 'others'])
        expect(names).toContain(`"${part}"`);
    },
  );

  it('is also accepted when the invoice is annulled', () => {
    const alta = buildFirstAlta(buildInput())!;
    const { nif: issuerNif } = alta.issuer;
    const annulment = buildRegistroAnulacion({
      issuerNif,
      number: alta.number,
      issueDate: TODAY,
      externalReference: '2',
      system: SYSTEM,
      previous: { issuerNif, number: alta.number, issueDate: TODAY, hash: alta.hash },
      generatedAt: GENERATED_AT,
    });
    expect(objectTo(alta.issuer, [alta.xml, annulment.xml])).toEqual([]);
  });
});
