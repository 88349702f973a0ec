import * as fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { enterInvoice } from '../../../src/domain/books/enter-invoice.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { describeInvoice } from '../../../src/domain/registration/describe-invoice.ts';
import { GENERATED_AT, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';
import { runsOf } from '../../support/long.ts';
import { nearlyValidV2Inputs } from '../support/arbitrary-v2-inputs.ts';
import { TODAY } from '../support/inputs.ts';
import { resolveAnyOriginals } from '../support/originals.ts';

const RUNS = runsOf(6000);
const IVA = '01';

type Sums = Record<string, number>;

function add(sums: Sums, key: string, value: string | null | undefined): void {
  sums[key] = (sums[key] ?? 0) + Math.round(Number(value ?? 0) * 100);
}

/** Sums a record by rate and key, as AEAT reads it. Other taxes than the IVA have only bases. */
function sumRecord(xml: string): Sums {
  using record = XmlDocument.fromString(`<records xmlns:si="urn:record">${xml}</records>`);
  const sums: Sums = {};
  for (const detail of record.find('//*[local-name()="DetalleDesglose"]')) {
    const read = (name: string) => detail.find(`*[local-name()="${name}"]`)[0]?.content ?? null;
    const isIva = (read('Impuesto') ?? IVA) === IVA;
    const rate = isIva ? (read('TipoImpositivo') ?? '') : '';
    const key = rate === '' ? 'untaxed' : String(Number(rate));
    add(sums, `base ${key}`, read('BaseImponibleOimporteNoSujeto'));
    if (!isIva) continue;
    add(sums, 'tax', read('CuotaRepercutida'));
    add(sums, 'surcharge', read('CuotaRecargoEquivalencia'));
  }
  return sums;
}

it('sums of the rows of an invoice by rate are those of its registration record', () => {
  let accepted = 0;
  fc.assert(
    fc.property(nearlyValidV2Inputs, (input) => {
      const prepared = prepareInvoice(input, { organizationName: 'Org', today: TODAY });
      if (prepared.kind === 'refused') return;
      const resolved = resolveAnyOriginals(prepared.invoice);
      if (resolved.kind === 'refused') return;
      accepted += 1;
      const { document } = resolved.invoice;
      const { xml } = buildRegistroAlta({
        invoice: describeInvoice(document),
        externalReference: '1',
        system: SYSTEM,
        previous: null,
        generatedAt: GENERATED_AT,
      });
      const { rows } = enterInvoice(
        {
          document,
          externalInvoiceId: null,
          annulledOn: null,
          isAnnulmentRefused: false,
          isRejected: false,
          replaced: [],
          collections: [],
        },
        { book: 'E', parameters: { activity: null, incomeConcept: null, property: null } },
      );
      const sums: Sums = {};
      for (const row of rows) {
        add(sums, `base ${row.tax_rate === undefined ? 'untaxed' : Number(row.tax_rate)}`, row.base);
        add(sums, 'tax', row.tax);
        add(sums, 'surcharge', row.equivalence_surcharge);
      }
      const recorded = sumRecord(xml);
      expect({ tax: 0, surcharge: 0, ...sums }).toEqual({ tax: 0, surcharge: 0, ...recorded });
      // Other taxes are in the total of the record and have no column.
      if (document.groups.some(({ taxType }) => taxType !== 'iva')) return;
      const total: Sums = {};
      for (const row of rows) add(total, 'total', row.total);
      const stated: Sums = {};
      add(stated, 'total', /:ImporteTotal>(.*?)</.exec(xml)![1]);
      expect(total).toEqual(stated);
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 10);
}, 120_000);
