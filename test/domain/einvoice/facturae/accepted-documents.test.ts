import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { readCents } from '../../../../src/domain/money/decimals.ts';
import { arbitraryPrintables } from '../../../render/support/arbitrary-documents.ts';
import { numberOf, runsOf } from '../../../support/long.ts';
import {
  acceptedV1Documents,
  acceptedV2Documents,
  listAcceptedDocuments,
} from '../../support/accepted-documents.ts';
import { completeForFacturae, tryFacturae } from '../../support/facturae-documents.ts';
import { findBrokenRules, textAt } from '../../support/facturae-rules.ts';
import { JUDGING_MS } from '../../support/random-invoices.ts';
import { openFacturaeSchema } from '../../support/facturae-schema.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const schema = hasEinvoiceFacts ? openFacturaeSchema() : null;
afterAll(() => schema?.[Symbol.dispose]());

const RUNS = runsOf(900);
/** Random accepted invoices of each version. The long form judges 10,000 of each. */
const ACCEPTED = numberOf({ short: 120, long: 10_000 });

const sumWithheld = ({ totals }: Pick<InvoiceDocument, 'totals'>): bigint =>
  totals.withholdings.reduce((sum, { amount }) => sum + readCents(amount), 0n);

/**
 * Checks a written document against the schema, the rules of amounts, and the amounts of its
 * invoice.
 */
function checkWritten(xml: string, { totals, paid }: InvoiceDocument): void {
  schema?.check(xml);
  expect(findBrokenRules(xml)).toEqual([]);
  const at = (path: string): bigint => readCents(textAt(xml, path)!);
  const withheld = sumWithheld({ totals });
  const charged = readCents(totals.total) + readCents(totals.foreignTax ?? '0.00');
  expect(at('//InvoiceTotal')).toBe(charged - withheld);
  expect(at('//InvoiceTotals/TotalExecutableAmount')).toBe(paid === true ? 0n : readCents(totals.payable));
  expect(at('//TotalTaxesWithheld')).toBe(withheld);
}

/** The only reasons for which a completed invoice with a recipient is not expressible. */
const REMAINING = ['Corrective', 'Corrective/TaxPeriod'];
/** Rule 6.d of the Orden HAP/1650/2015. */
const NEGATIVE_WITHHOLDING = 'TotalTaxesWithheld';
const SIMPLIFIED = ['BuyerParty'];

/**
 * Checks an accepted document as it is and completed.
 * @returns whether the completed one was written.
 */
function checkAccepted(document: InvoiceDocument): boolean {
  const { type, recipient } = document;
  const isSimplified = recipient === null || type === 'F2' || type === 'R5';
  const isWithheldNegative = sumWithheld(document) < 0n;
  const allowed = isSimplified
    ? SIMPLIFIED
    : [...REMAINING, ...(isWithheldNegative ? [NEGATIVE_WITHHOLDING] : [])];
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
    for (const { name, document } of listAcceptedDocuments(3)) {
      try {
        written += Number(checkAccepted(document));
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
    expect(written).toBeGreaterThan(300);
  });

  it.each([
    ['1', acceptedV1Documents],
    ['2', acceptedV2Documents],
  ])(
    'is written with its own amounts, for random invoices of version %s',
    (_version, documents) => {
      let written = 0;
      fc.assert(
        fc.property(documents, (document) => {
          written += Number(checkAccepted(document));
        }),
        { numRuns: ACCEPTED },
      );
      expect(written).toBeGreaterThan(ACCEPTED / 4);
    },
    JUDGING_MS,
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
