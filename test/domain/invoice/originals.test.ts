import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import {
  addReplaced,
  findExcessOriginals,
  type ReplacedAmounts,
  shareChange,
} from '../../../src/domain/invoice/originals.ts';
import { writeIdentity } from '../../../src/domain/invoice/invoice-identity.ts';
import {
  matchPrepared,
  prepareInvoice,
  type PreparedInvoice,
} from '../../../src/domain/invoice/prepare-invoice.ts';
import { type Rectifiable, resolveRectified } from '../../../src/domain/invoice/resolve-rectified.ts';
import { formatCents } from '../../../src/domain/money/decimals.ts';
import { TODAY } from '../support/inputs.ts';
import { buildOriginal, knowOriginals } from '../support/originals.ts';
import { buildV2 } from '../support/v2-cases.ts';

const NONE: ReadonlyMap<number, ReplacedAmounts> = new Map();

function prepare(changes: InvoiceInput): PreparedInvoice {
  const context = { organizationName: 'Org', today: TODAY, version: 2 } as const;
  const prepared = prepareInvoice(buildV2(changes), context);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice;
}

/** Prepares an R1 by differences of the issued invoices with these ids. */
const rectify = (ids: readonly number[], changes: InvoiceInput = {}) =>
  prepare({
    invoice_type: 'R1',
    rectification: {
      method: 'differences',
      reason: 'Devolución',
      invoices: ids.map((id) => ({ issued_invoice_id: id })),
    },
    ...changes,
  });

function findingsOf(invoice: PreparedInvoice, originals: readonly (readonly [number, Rectifiable])[]) {
  const resolved = resolveRectified(invoice, knowOriginals(originals), NONE);
  return resolved.kind === 'prepared' ? [] : resolved.findings.map(({ field, message }) => [field, message]);
}

describe('an invoice that names several issued invoices', () => {
  it('lists them in the order of the request, between those that are not stored', () => {
    const invoice = prepare({
      invoice_type: 'R1',
      rectification: {
        method: 'differences',
        reason: 'Rápel',
        invoices: [
          { number_serie: 'OLD-1', issue_date: '2025-01-01' },
          { issued_invoice_id: 8 },
          { number_serie: 'OLD-2', issue_date: '2025-01-01' },
          { issued_invoice_id: 5 },
        ],
      },
    });
    const found = new Map([5, 8].map((id) => [id, buildOriginal(id)] as const));
    const resolved = resolveRectified(invoice, knowOriginals(found), NONE);
    expect(resolved).toMatchObject({
      invoice: {
        document: {
          rectified: null,
          rectification: {
            invoices: ['OLD-1', 'ORIGINAL-8', 'OLD-2', 'ORIGINAL-5'].map((number) => ({ number })),
          },
        },
      },
    });
  });

  it('names those that are issued here by number as if it named them by id, and refuses those that it names twice', () => {
    const invoices = [
      { number_serie: 'OLD-1', issue_date: '2025-01-01' },
      { number_serie: 'ORIGINAL-8', issue_date: '2025-01-01' },
      // Another issuer's invoice is another one.
      { issuer_nif: 'A39200019', number_serie: 'ORIGINAL-8', issue_date: '2025-01-01' },
      { issued_invoice_id: 5 },
    ];
    const named = (others: readonly object[] = []) =>
      prepare({
        invoice_type: 'R1',
        rectification: { method: 'differences', reason: 'Rápel', invoices: [...invoices, ...others] },
      });
    const issuerNif = named().document.issuer.nif;
    const ids = new Map([[writeIdentity({ issuerNif, number: 'ORIGINAL-8', issueDate: '2025-01-01' }), 8]]);
    const found = [5, 8].map((id) => [id, buildOriginal(id)] as const);
    const matched = matchPrepared(named(), ids);
    expect(matched.originals.map(({ id, field }) => [id, field])).toEqual([
      [8, 'rectification.invoices[1].number_serie'],
      [5, 'rectification.invoices[3].issued_invoice_id'],
    ]);
    expect(resolveRectified(matched, knowOriginals(found), NONE)).toMatchObject({
      invoice: {
        document: {
          rectification: {
            invoices: ['OLD-1', 'ORIGINAL-8', 'ORIGINAL-8', 'ORIGINAL-5'].map((number) => ({ number })),
          },
        },
      },
    });
    expect(findingsOf(matchPrepared(named([{ issued_invoice_id: 8 }]), ids), found)).toEqual([
      [
        'rectification.invoices[4].issued_invoice_id',
        'Rectified invoice 5: issued invoice id names the same invoice as an earlier item of the list',
      ],
    ]);
  });

  it('names the item of the list in each finding', () => {
    const invoice = rectify([5, 6, 7, 8]);
    expect(
      findingsOf(invoice, [
        [5, buildOriginal(5)],
        [6, buildOriginal(6, { isAnnulled: true })],
        [8, buildOriginal(8, { issuerNif: 'A12345674' })],
      ]),
    ).toEqual([
      ['rectification.invoices[1].issued_invoice_id', 'Rectified invoice 2: issued invoice id is annulled'],
      [
        'rectification.invoices[2].issued_invoice_id',
        'Rectified invoice 3: issued invoice id does not exist',
      ],
      [
        'rectification.invoices[3].issued_invoice_id',
        'Rectified invoice 4: issued invoice id belongs to another issuer',
      ],
    ]);
  });

  it('has at most 20 findings, the last of which says that there are more', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    const findings = findingsOf(rectify(ids), []);
    expect(findings).toHaveLength(20);
    expect(findings.at(-1)).toEqual([
      'rectification',
      'Rectification names more invoices with problems than this list shows',
    ]);
  });

  it('must state its operation date if other rates of IVA applied on the days of the originals', () => {
    const originals = [
      [5, buildOriginal(5, { issueDate: '2026-01-01', operationDate: '2026-01-01' })],
      [6, buildOriginal(6, { issueDate: '2024-11-01', operationDate: '2024-11-01' })],
    ] as const;
    expect(findingsOf(rectify([5, 6]), originals)).toMatchObject([
      [
        'rectification.invoices[1].issued_invoice_id',
        expect.stringContaining('2024-11-01, on which other rates of IVA applied'),
      ],
    ]);
    expect(findingsOf(rectify([5, 6], { operation_date: '2026-01-01' }), originals)).toEqual([]);
  });

  it('is refused if it names one of them twice', () => {
    const context = { organizationName: 'Org', today: TODAY, version: 2 } as const;
    const replaces = [{ issued_invoice_id: 5 }, { issued_invoice_id: 5 }];
    expect(prepareInvoice(buildV2({ invoice_type: 'F3', replaces }), context)).toMatchObject({
      findings: [{ field: 'replaces[1].issued_invoice_id', code: 'duplicate' }],
    });
  });
});

describe('the amounts that a rectification by substitution replaces', () => {
  const substitute = (changes: object = {}) =>
    rectify([], {
      rectification: {
        method: 'substitution',
        reason: 'Error',
        invoices: [{ issued_invoice_id: 5 }, { issued_invoice_id: 6 }],
        ...changes,
      },
    });
  const found = new Map([5, 6].map((id) => [id, buildOriginal(id)] as const));
  const charged = new Map([
    [5, { base: '100.00', tax: '21.00' }],
    [6, { base: '50.10', tax: '10.52', surcharge: '2.61' }],
  ]);
  const replacedOf = (invoice: PreparedInvoice) => {
    const resolved = resolveRectified(invoice, knowOriginals(found), charged);
    return resolved.kind === 'prepared' ? resolved.invoice.document.rectification?.replaced : null;
  };

  it('are the sums of what the issued invoices charge', () => {
    expect(replacedOf(substitute())).toEqual({ base: '150.10', tax: '31.52', surcharge: '2.61' });
  });

  it('are those of the request if it states them', () => {
    expect(replacedOf(substitute({ rectified_base: 90, rectified_tax: '18.90' }))).toEqual({
      base: '90.00',
      tax: '18.90',
    });
  });

  it('must be stated for an original of an archived month', () => {
    const archived = new Map([...found, [6, buildOriginal(6, { isArchived: true })] as const]);
    expect(resolveRectified(substitute(), knowOriginals(archived), charged)).toMatchObject({
      findings: [
        {
          field: 'rectification.rectified_base',
          code: 'blank',
          aeatCode: 1118,
          message: expect.stringContaining('ORIGINAL-6 belongs to an archived month'),
        },
      ],
    });
    expect(
      resolveRectified(substitute({ rectified_base: 1, rectified_tax: 1 }), knowOriginals(archived), charged)
        .kind,
    ).toBe('prepared');
  });

  it('add up without a surcharge if no original has one', () => {
    expect(
      addReplaced([
        { base: '0.10', tax: '-0.20' },
        { base: '0.20', tax: '0.10' },
      ]),
    ).toEqual({
      base: '0.30',
      tax: '-0.10',
    });
  });
});

describe('the change of several originals', () => {
  const totals = fc.array(fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), {
    minLength: 1,
    maxLength: 20,
  });
  const cents = fc.bigInt({ min: -10_000_000n, max: 10_000_000n });
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

  it('is shared among them without a remainder, and in proportion to their totals', () => {
    fc.assert(
      fc.property(totals, cents, fc.boolean(), (originals, total, isSubstitution) => {
        const changing = {
          type: 'R1',
          isSubstitution,
          hasOtherOriginals: false,
          total: formatCents(total),
        } as const;
        const shares = shareChange(changing, originals);
        const change = total - (isSubstitution ? add(originals) : 0n);
        expect(add(shares)).toBe(change);
        const size = (amount: bigint) => (amount < 0n ? -amount : amount);
        const weight = add(originals.map(size));
        const isFar = shares.map(
          (share, index) =>
            size(share * weight - change * size(originals[index]!)) > weight * BigInt(originals.length),
        );
        expect(weight > 0n && isFar.includes(true)).toBe(false);
      }),
    );
  });

  it('is 0 for an invoice that replaces them, and unknown, so 0, if there are others that are not stored', () => {
    const changing = { isSubstitution: false, hasOtherOriginals: false, total: '-50.00' };
    expect(shareChange({ ...changing, type: 'F3' }, [100n, 200n])).toEqual([0n, 0n]);
    expect(shareChange({ ...changing, type: 'R1', hasOtherOriginals: true }, [100n, 200n])).toEqual([0n, 0n]);
  });
});

describe('within a batch', () => {
  it('invoices can name 10,000 originals together', () => {
    const named = (count: number) =>
      ({ type: 'R1', ...rectify(Array.from({ length: count }, (_, index) => index + 1)) }) as const;
    const thousand = named(1000);
    const ten = Array.from({ length: 10 }, (_, index) => [index, thousand] as const);
    expect(findExcessOriginals(ten).size).toBe(0);
    const findings = findExcessOriginals([...ten, [12, named(1)]]);
    expect([...findings]).toMatchObject([[12, { field: 'rectification', code: 'too_many' }]]);
    const byNumber = prepare({
      invoice_type: 'F3',
      replaces: [{ number_serie: 'OLD-1', issue_date: '2025-01-01' }],
    });
    expect([...findExcessOriginals([...ten, [13, { type: 'F3', ...byNumber }]])]).toMatchObject([
      [13, { field: 'replaces', code: 'too_many' }],
    ]);
  });
});
