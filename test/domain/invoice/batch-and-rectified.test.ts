import { describe, expect, it } from 'vitest';
import { INVOICE_TYPES } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import {
  findBatchDuplicates,
  identityOf,
  writeIdentity,
} from '../../../src/domain/invoice/invoice-identity.ts';
import type { PreparedInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { joinMessages } from '../../../src/domain/reading/findings.ts';
import { NO_LEADS, trackReplacements } from '../../../src/domain/invoice/replacements.ts';
import { type Rectifiable, resolveRectified } from '../../../src/domain/invoice/resolve-rectified.ts';
import { buildInput, buildLine, NOBODY, TODAY, prepareV1 } from '../support/inputs.ts';

function prepare(changes: InvoiceInput): PreparedInvoice {
  const preparation = prepareV1(buildInput(changes), { organizationName: 'Org', today: TODAY });
  if (preparation.kind === 'refused') throw new Error(joinMessages(preparation.findings).en);
  return preparation.invoice;
}

/**
 * Resolves an invoice that names the issued invoice 7.
 * @param replacedBy the F3 that replaces it.
 */
function resolve(invoice: PreparedInvoice, found: Rectifiable | null, replacedBy?: number) {
  const replaced = new Map(replacedBy === undefined ? [] : [[7, replacedBy]]);
  const known = {
    found: new Map(found === null ? [] : [[7, found]]),
    replacements: trackReplacements(NO_LEADS, replaced),
  };
  return resolveRectified(invoice, known, new Map());
}

function refusalOf(invoice: PreparedInvoice, found: Rectifiable | null, replacedBy?: number): string | null {
  const resolved = resolve(invoice, found, replacedBy);
  return resolved.kind === 'refused' ? joinMessages(resolved.findings).en : null;
}

function identify(changes: InvoiceInput) {
  return writeIdentity(identityOf(prepare(changes).document));
}

const used = (index: number) => ({
  field: 'number_serie',
  code: 'duplicate',
  aeatCode: 3000,
  message: expect.objectContaining({
    en: `Invoice number is already used by invoices[${index}] of this batch: use a number that the issuer has not used in the same calendar year`,
  }),
});

describe('findBatchDuplicates', () => {
  it('finds each later invoice with the issuer, number and calendar year of an earlier one, with an AEAT code if the date is the same', () => {
    const batch = [
      identify({ number_serie: 'A1' }),
      null,
      identify({ number_serie: 'A2' }),
      identify({ number_serie: 'A1' }),
      identify({ number_serie: 'A1', issuer_nif: 'b-12.345.674' }),
      identify({ number_serie: 'A1', operation_date: '2026-01-01' }),
    ];
    expect([...findBatchDuplicates(batch)]).toEqual([
      [3, used(0)],
      [4, used(0)],
      [5, { ...used(0), aeatCode: null }],
    ]);
  });

  it('treats another issuer, calendar year or spelling of the number as another invoice', () => {
    const batch = [
      identify({ number_serie: 'A1' }),
      identify({ number_serie: 'a1' }),
      identify({ number_serie: 'A1', operation_date: '2025-12-31' }),
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
    operationDate: '2026-10-01',
    total: '121.00',
    isArchived: false,
    isAnnulled: false,
  } as const;

  it('fills in the number and date of the invoice that is corrected', () => {
    expect(correction.originals).toMatchObject([{ id: 7 }]);
    expect(correction.document.rectified).toBeNull();
    expect(resolve(correction, found)).toEqual({
      kind: 'prepared',
      invoice: {
        ...correction,
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

  it('accepts for each type exactly the types that it may correct or replace', () => {
    const pairs = (['F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const).flatMap((type) =>
      INVOICE_TYPES.map((corrected) => {
        const invoice = { ...correction, document: { ...correction.document, type } };
        return [type, corrected, resolve(invoice, { ...found, type: corrected }).kind] as const;
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

  it('refuses an F3 and an R5 of a simplified invoice that an F3 replaces, and accepts a correction of that F3', () => {
    const replacedBy = 5000;
    const replacement = prepare({ invoice_type: 'F3', rectified_invoice_id: 7 });
    expect(refusalOf(replacement, { ...found, type: 'F2' })).toBeNull();
    expect(refusalOf(replacement, { ...found, type: 'F2' }, replacedBy)).toMatch(
      /^Rectified invoice is already replaced by issued invoice 5000: /,
    );
    const simplified = prepare({ ...NOBODY, invoice_type: 'R5', rectified_invoice_id: 7 });
    expect(refusalOf(simplified, { ...found, type: 'F2' })).toBeNull();
    expect(refusalOf(simplified, { ...found, type: 'F2' }, replacedBy)).toBe(
      'Rectified invoice is replaced by issued invoice 5000: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4',
    );
    expect(refusalOf(simplified, { ...found, type: 'R5' }, replacedBy)).toMatch(
      /^Rectified invoice is replaced by issued invoice 5000: /,
    );
    expect(refusalOf(replacement, { ...found, type: 'R5' })).toMatch(/; replace the F2 that it rectifies/);
    expect(refusalOf(correction, { ...found, type: 'F3' })).toBeNull();
  });

  it.each(['F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const)(
    'accepts for an %s the IVA rates of the day of the operation, and states that day if the rates have changed since',
    (type) => {
      const tried = (rate: number, operationDate: string) => {
        const recipient = type === 'R5' ? NOBODY : {};
        const lines = [buildLine({ tax_rate: rate })];
        const invoice = prepare({ invoice_type: type, rectified_invoice_id: 7, lines, ...recipient });
        const original = { ...found, type: type === 'F3' || type === 'R5' ? 'F2' : 'F1' } as const;
        const resolved = resolve(invoice, { ...original, issueDate: operationDate, operationDate });
        return resolved.kind === 'refused'
          ? resolved.findings.map(({ aeatCode }) => aeatCode)
          : resolved.invoice.document.operationDate;
      };
      for (const rate of [0, 4, 10, 21]) {
        expect([rate, tried(rate, '2025-01-01')]).toEqual([rate, null]);
        expect([rate, tried(rate, '2024-12-31')]).toEqual([rate, '2024-12-31']);
      }
      for (const [rate, code] of [
        [2, 1236],
        [7.5, 1235],
      ] as const) {
        expect([rate, tried(rate, '2024-10-28')]).toEqual([rate, '2024-10-28']);
        expect([rate, tried(rate, '2025-01-01')]).toEqual([rate, [code]]);
      }
    },
  );

  it('refuses a rate that the IVA had only in 2024 on an invoice that is not a correction', () => {
    const input = buildInput({ lines: [buildLine({ tax_rate: 2 })] });
    expect(prepareV1(input, { organizationName: 'Org', today: TODAY }).kind).toBe('refused');
  });

  it('refuses an invoice that is dated after its correction, and accepts one of the same day', () => {
    const { issueDate } = correction.document;
    expect(resolve(correction, { ...found, issueDate }).kind).toBe('prepared');
    expect(refusalOf(correction, { ...found, issueDate: '2099-01-01' })).toBe(
      `Rectified invoice is dated 2099-01-01, after the issue date of this one, ${issueDate}`,
    );
  });

  it('does not change an invoice that is not a correction', () => {
    const plain = prepare({});
    expect(resolve(plain, null)).toEqual({ kind: 'prepared', invoice: plain });
  });
});
