import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { readCents } from '../../../../src/domain/money/decimals.ts';
import { arbitraryPrintables } from '../../../render/support/arbitrary-documents.ts';
import { everyNth, runsOf } from '../../../support/long.ts';
import { MATRIX } from '../../support/accepted-combinations.ts';
import { nearlyValidInputs } from '../../support/arbitrary-inputs.ts';
import { nearlyValidV2Inputs } from '../../support/arbitrary-v2-inputs.ts';
import { completeForFacturae, tryFacturae } from '../../support/facturae-documents.ts';
import { findBrokenRules, textAt } from '../../support/facturae-rules.ts';
import { hasFacturaeSchema, openFacturaeSchema } from '../../support/facturae-schema.ts';
import { prepareV1, TODAY } from '../../support/inputs.ts';
import { resolveAnyOriginals } from '../../support/originals.ts';

const schema = hasFacturaeSchema ? openFacturaeSchema() : null;
afterAll(() => schema?.[Symbol.dispose]());

const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY, version: 2 } as const;
const RUNS = runsOf(900);

/** Checks a written document against the schema, the rules of amounts, and the amounts of its invoice. */
function checkWritten(xml: string, { totals, paid }: InvoiceDocument): void {
  schema?.check(xml);
  expect(findBrokenRules(xml)).toEqual([]);
  const at = (path: string): bigint => readCents(textAt(xml, path)!);
  const withheld = totals.withholdings.reduce((sum, { amount }) => sum + readCents(amount), 0n);
  const charged = readCents(totals.total) + readCents(totals.foreignTax ?? '0.00');
  expect(at('//InvoiceTotal')).toBe(charged - withheld);
  expect(at('//InvoiceTotals/TotalExecutableAmount')).toBe(paid === true ? 0n : readCents(totals.payable));
  expect(at('//TotalTaxesWithheld')).toBe(withheld);
}

/** The only reasons for which a completed invoice with a recipient is not expressible. */
const REMAINING = ['Corrective', 'Corrective/TaxPeriod'];
const SIMPLIFIED = ['BuyerParty'];

/** Checks an accepted document as it is and completed. @returns whether the completed one was written. */
function checkAccepted(document: InvoiceDocument): boolean {
  const { type, recipient } = document;
  const isSimplified = recipient === null || type === 'F2' || type === 'R5';
  const allowed = isSimplified ? SIMPLIFIED : REMAINING;
  const plain = tryFacturae(document);
  if ('xml' in plain) checkWritten(plain.xml, document);
  const complete = completeForFacturae(document);
  const written = tryFacturae(complete);
  if ('xml' in written) checkWritten(written.xml, complete);
  expect([...allowed, 'none']).toContain('rule' in written ? written.rule : 'none');
  return 'xml' in written && !isSimplified;
}

describe('every accepted invoice that has what Facturae requires', () => {
  it('is written with its own amounts, whatever its type, its recipient and its taxes', () => {
    let written = 0;
    for (const { name, input } of everyNth(3, MATRIX)) {
      const preparation = prepareV1(input);
      if (preparation.kind === 'refused') continue;
      const resolved = resolveAnyOriginals(preparation.invoice);
      if (resolved.kind === 'refused') continue;
      try {
        written += Number(checkAccepted(resolved.invoice.document));
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
    expect(written).toBeGreaterThan(300);
  });

  it.each([
    ['1', nearlyValidInputs, prepareV1],
    [
      '2',
      nearlyValidV2Inputs,
      (input: Parameters<typeof prepareInvoice>[0]) => prepareInvoice(input, CONTEXT),
    ],
  ] as const)(
    'is written with its own amounts, for random invoices of version %s',
    (_version, inputs, prepare) => {
      let written = 0;
      fc.assert(
        fc.property(inputs, (input) => {
          const preparation = prepare(input as never);
          if (preparation.kind === 'refused') return;
          const resolved = resolveAnyOriginals(preparation.invoice);
          if (resolved.kind === 'refused') return;
          written += Number(checkAccepted(resolved.invoice.document));
        }),
        { numRuns: RUNS },
      );
      expect(written).toBeGreaterThan(RUNS / 25);
    },
  );
});

describe('a document with any optional members', () => {
  it('is written in conformity with the schema and with its own amounts, or not at all', () => {
    let written = 0;
    fc.assert(
      fc.property(arbitraryPrintables, ({ document }) => {
        const { type, recipient, payment } = document;
        const complete = completeForFacturae({
          ...document,
          type: type === 'F2' ? 'F1' : type === 'R5' ? 'R4' : type,
          recipient: recipient && { ...recipient, documentNumber: 'X 1', dir3: undefined! },
          ...(payment !== undefined && { payment: { ...payment, due: [] } }),
        });
        const result = tryFacturae(complete);
        if ('xml' in result) checkWritten(result.xml, complete);
        written += Number('xml' in result);
      }),
      { numRuns: RUNS },
    );
    expect(written).toBeGreaterThan(RUNS / 10);
  });
});
