import { describe, expect, it } from 'vitest';
import { INVOICE_TYPES } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { findBatchDuplicates } from '../../../src/domain/invoice/find-batch-duplicates.ts';
import { writeIdentity } from '../../../src/domain/invoice/invoice-identity.ts';
import { identityOf } from '../../../src/domain/invoice/invoice-identity.ts';
import { prepareInvoice, type PreparedInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { joinMessages } from '../../../src/domain/reading/findings.ts';
import { type Rectifiable, resolveRectified } from '../../../src/domain/invoice/resolve-rectified.ts';
import { buildInput, TODAY } from '../support/inputs.ts';

function prepare(changes: InvoiceInput): PreparedInvoice {
  const preparation = prepareInvoice(buildInput(changes), { organizationName: 'Org', today: TODAY });
  if (preparation.kind === 'refused') throw new Error(joinMessages(preparation.findings));
  return preparation.invoice;
}

function refusalOf(invoice: PreparedInvoice, found: Rectifiable | null): string | null {
  const resolved = resolveRectified(invoice, found);
  return resolved.kind === 'refused' ? joinMessages(resolved.findings) : null;
}

function identify(changes: InvoiceInput) {
  return writeIdentity(identityOf(prepare(changes).document));
}

const used = (index: number) => ({
  field: 'number_serie',
  code: 'duplicate',
  aeatCode: 3000,
  message: `Invoice number is already used by invoices[${index}] of this batch`,
});

describe('findBatchDuplicates', () => {
  it('finds each later invoice with the issuer, number and issue date of an earlier one', () => {
    const batch = [
      identify({ number_serie: 'A1' }),
      null,
      identify({ number_serie: 'A2' }),
      identify({ number_serie: 'A1' }),
      identify({ number_serie: 'A1', issuer_nif: 'b-12.345.674' }),
    ];
    expect([...findBatchDuplicates(batch)]).toEqual([
      [3, used(0)],
      [4, used(0)],
    ]);
  });

  it('takes another issuer, date or spelling for another invoice', () => {
    const batch = [
      identify({ number_serie: 'A1' }),
      identify({ number_serie: 'a1' }),
      identify({ number_serie: 'A1', operation_date: '2026-11-19' }),
      identify({ number_serie: 'A1', issuer_nif: 'A12345674' }),
    ];
    expect(findBatchDuplicates(batch).size).toBe(0);
  });
});

describe('resolveRectified', () => {
  const correction = prepare({ invoice_type: 'R1', rectified_invoice_id: 7 });
  const found = {
    issuerNif: 'B12345674',
    number: 'A/0',
    issueDate: '2026-10-01',
    type: 'F1',
    isAnnulled: false,
  } as const;

  it('fills in the number and date of the invoice that is corrected', () => {
    expect(correction.rectifiedInvoiceId).toBe(7);
    expect(correction.document.rectified).toBeNull();
    expect(resolveRectified(correction, found)).toEqual({
      kind: 'prepared',
      invoice: {
        rectifiedInvoiceId: 7,
        document: { ...correction.document, rectified: { number: 'A/0', issueDate: '2026-10-01' } },
      },
    });
  });

  it('refuses an invoice that the organization does not have', () => {
    expect(refusalOf(correction, null)).toBe('Rectified invoice does not exist');
  });

  it('refuses an invoice of another issuer', () => {
    expect(refusalOf(correction, { ...found, issuerNif: 'A12345674' })).toBe(
      'Rectified invoice belongs to another issuer',
    );
  });

  it('refuses an annulled invoice', () => {
    expect(refusalOf(correction, { ...found, isAnnulled: true })).toBe('Rectified invoice is annulled');
  });

  it('takes for each type what it may correct or replace, and nothing else', () => {
    const pairs = (['F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const).flatMap((type) =>
      INVOICE_TYPES.map((corrected) => {
        const invoice = { ...correction, document: { ...correction.document, type } };
        return [type, corrected, resolveRectified(invoice, { ...found, type: corrected }).kind] as const;
      }),
    );
    const accepted = pairs
      .filter(([, , kind]) => kind === 'prepared')
      .map(([type, corrected]) => `${type} ${corrected}`);
    const full = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'];
    expect(accepted).toEqual([
      'F3 F2',
      ...['R1', 'R2', 'R3', 'R4'].flatMap((type) => full.map((corrected) => `${type} ${corrected}`)),
      'R5 F2',
      'R5 R5',
    ]);
    expect(refusalOf(correction, { ...found, type: 'F2' })).toBe(
      'Rectified invoice is of type F2: R1 rectifies F1, F3, R1, R2, R3, R4',
    );
  });

  it('refuses an invoice that is younger than its correction, and takes one of the same day', () => {
    const { issueDate } = correction.document;
    expect(resolveRectified(correction, { ...found, issueDate }).kind).toBe('prepared');
    expect(refusalOf(correction, { ...found, issueDate: '2099-01-01' })).toBe(
      `Rectified invoice is dated 2099-01-01, after the issue date of this one, ${issueDate}`,
    );
  });

  it('leaves an invoice alone that corrects nothing', () => {
    const plain = prepare({});
    expect(resolveRectified(plain, null)).toEqual({ kind: 'prepared', invoice: plain });
  });
});
