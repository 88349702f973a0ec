import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../../src/contracts/v2/invoice-input.ts';
import type { UblProfileName } from '../../../../src/contracts/electronic-formats.ts';
import { findRefusal, writeXml } from '../../../../src/domain/einvoice/formats.ts';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { buildProfile } from '../../../render/support/build-invoice.ts';
import { TODAY } from '../../support/inputs.ts';
import { readSample } from '../../support/official-samples.ts';
import { resolveAnyOriginals } from '../../support/originals.ts';
import { readFigures } from '../../support/read-figures.ts';
import { readMatrixNames, readMatrixVerdicts, SPAIN_MATRIX } from '../../support/spain-matrix.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const LAW = 'RD 1619/2012 art. 6.1.e';

/**
 * The rule by which the product refuses an invoice of the matrix. Those of EN 16931 are rules that
 * the sample breaks.
 */
const REFUSED: Readonly<Record<string, string>> = {
  'N1_with_S.ubl': 'BR-O-11',
  'N1_with_S.cii': 'BR-O-11',
  'igic0.cii': 'BR-AF-05',
  // EN 16931 requires no address of the seller, and the law does.
  'noseller_city.ubl': LAW,
  'noseller_city.cii': LAW,
};

/** Samples that break a rule which the product obeys: where its figures differ. */
const MENDED: Readonly<Record<string, object>> = {
  // BR-61, CII-SR-470: a transfer without an account has the code "not defined".
  'transfer_noiban.ubl': { 'BT-81': 1 },
  'transfer_noiban.cii': { 'BT-81': 1 },
  // BR-CO-09: the writers add the prefix.
  'vat_es_missing_prefix.ubl': {},
  'vat_es_missing_prefix.cii': {},
};

/**
 * Samples that state an account although nothing is due to the seller, which the product leaves
 * out, as its page does.
 */
const NOT_DUE: ReadonlySet<string> = new Set(['rect_neg384.ubl', 'rect_neg384.cii', 'rect_creditnote.ubl']);
const WITHOUT_ACCOUNT = { 'BT-81': 1, 'BT-84': null };

function writer(input: InvoiceInput, format: 'ubl' | 'cii', name: string, profile?: UblProfileName) {
  const preparation = prepareInvoice(input, { organizationName: 'O', today: TODAY });
  if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation.findings));
  const resolved = resolveAnyOriginals(preparation.invoice);
  if (resolved.kind === 'refused') throw new Error(JSON.stringify(resolved.findings));
  const { document } = resolved.invoice;
  const city = name === 'noseller_city' ? null : 'Madrid';
  return () => writeXml(format, { document, profile: buildProfile({ city }) }, profile);
}

const verdicts = hasEinvoiceFacts ? readMatrixVerdicts() : {};
const CASES = Object.entries(SPAIN_MATRIX).flatMap(([name, one]) =>
  'reason' in one
    ? []
    : (['ubl', 'cii'] as const)
        .filter((format) => format === 'ubl' || one.profile !== 'peppol')
        .map((format) => ({ file: `${name}.${format}`, name, format, ...one })),
);

describe.runIf(hasEinvoiceFacts)('the Spanish invoices of the matrix', () => {
  it('are all expressed in the API, or have a reason for which they are not', () => {
    expect(Object.keys(SPAIN_MATRIX).toSorted()).toEqual(readMatrixNames().toSorted());
  });

  it.each(CASES)(
    'have the figures and categories of the sample, unless it breaks a rule: $file',
    ({ file, name, format, input, profile }) => {
      const write = writer(input, format, name, profile);
      const broken = verdicts[`${file}.xml`]!.filter((rule) => !rule.endsWith('(w)'));
      const refusal = findRefusal(write)?.rule;
      expect(refusal).toBe(REFUSED[file]);
      expect([...broken, undefined, LAW]).toContain(refusal);
      if (refusal !== undefined) return;
      const sample = readFigures(readSample(`spain-matrix/${file}.xml`));
      expect(readFigures(write())).toEqual({
        ...sample,
        ...MENDED[file],
        ...(NOT_DUE.has(file) && WITHOUT_ACCOUNT),
      });
      expect(broken.length > 0).toBe(file in MENDED);
    },
  );
});
