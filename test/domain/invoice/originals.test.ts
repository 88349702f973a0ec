import { describe, expect, it } from 'vitest';
import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { findExcessOriginals, type ReplacedAmounts } from '../../../src/domain/invoice/originals.ts';
import { writeIdentity } from '../../../src/domain/invoice/invoice-identity.ts';
import {
  matchPrepared,
  prepareInvoice,
  type PreparedInvoice,
} from '../../../src/domain/invoice/prepare-invoice.ts';
import { type Rectifiable, resolveRectified } from '../../../src/domain/invoice/resolve-rectified.ts';
import { TODAY } from '../support/inputs.ts';
import { buildOriginal, knowOriginals } from '../support/originals.ts';
import { CONTEXT, prepare, rectify } from '../support/prepared.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

const NONE: ReadonlyMap<number, ReplacedAmounts> = new Map();

function findingsOf(invoice: PreparedInvoice, originals: readonly (readonly [number, Rectifiable])[]) {
  const resolved = resolveRectified(invoice, knowOriginals(originals), NONE);
  return resolved.kind === 'prepared'
    ? []
    : resolved.findings.map(({ field, message }) => [field, message.en]);
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

  it('has no derived operation date if other rates of IVA applied on the days of the originals, all of which must have had its rates', () => {
    const originals = [
      [5, buildOriginal(5, { issueDate: '2026-01-01', operationDate: '2026-01-01' })],
      [6, buildOriginal(6, { issueDate: '2024-11-01', operationDate: '2024-11-01' })],
    ] as const;
    expect(resolveRectified(rectify([5, 6]), knowOriginals(originals), NONE)).toMatchObject({
      invoice: { document: { operationDate: null } },
    });
    const lines = [lineV2({ tax_rate: 2 })];
    expect(findingsOf(rectify([5, 6], { lines }), originals)).toEqual([
      [
        'rectification.invoices[0].issued_invoice_id',
        "Rectified invoice 1: issued invoice id has the operation date 2026-01-01, on which the rates of IVA were 0, 4, 10, 21: 2 can't be charged; state the operation date if it was another day, and rectify or replace invoices of other rates separately",
      ],
    ]);
    expect(findingsOf(rectify([5, 6], { lines, operation_date: '2024-11-01' }), originals)).toEqual([]);
  });

  const NUMBERED = { number_serie: 'OLD-1', issue_date: '2024-11-05' };
  const discount = { method: 'differences', reason: 'Rápel' } as const;
  it.each<[what: string, changes: InvoiceInput, operationDate: string | null]>([
    [
      'an R1 of an invoice by number',
      { invoice_type: 'R1', rectification: { ...discount, invoices: [NUMBERED] } },
      '2024-11-05',
    ],
    ['an F3 of an invoice by number', { invoice_type: 'F3', replaces: [NUMBERED] }, '2024-11-05'],
    [
      'an R4 of a period',
      {
        invoice_type: 'R4',
        rectification: discount,
        period: { start: '2024-10-01', end: '2024-12-31' },
      },
      '2024-12-31',
    ],
    [
      'an R4 of a period in which the rates changed',
      {
        invoice_type: 'R4',
        rectification: discount,
        period: { start: '2024-10-01', end: '2025-12-31' },
      },
      null,
    ],
  ])('%s takes the day of its operation from there if the rates have changed since', (_, changes, day) => {
    const resolved = resolveRectified(prepare(changes), knowOriginals([]), NONE);
    expect(resolved).toMatchObject({ invoice: { document: { operationDate: day } } });
    const stated = prepare({ ...changes, operation_date: '2026-11-01' });
    expect(resolveRectified(stated, knowOriginals([]), NONE)).toMatchObject({
      invoice: { document: { operationDate: '2026-11-01' } },
    });
  });

  it('of a period in which the rates changed takes the latest day on which its rate existed', () => {
    const dayOf = (tax_rate: number) => {
      const period = { start: '2022-01-01', end: '2025-06-30' };
      const lines = [lineV2({ units: -1, tax_rate })];
      const prepared = prepare({ invoice_type: 'R1', rectification: discount, period, lines });
      const resolved = resolveRectified(prepared, knowOriginals([]), NONE);
      return resolved.kind === 'refused' ? resolved.findings : resolved.invoice.document.operationDate;
    };
    expect([5, 7.5, 2].map(dayOf)).toEqual(['2024-09-30', '2024-12-31', '2024-12-31']);
    // Those of today have no other day than the issue date.
    expect([21, 10].map(dayOf)).toEqual([null, null]);
  });

  it('is refused if a rate or a surcharge did not exist on the day of an invoice that it names by number or by id', () => {
    const refusalsOf = (taxes: LineInput, issue_date: string) => {
      const lines = [lineV2(taxes)];
      const invoices = [{ number_serie: 'OLD-1', issue_date }];
      const byNumber = prepare({ invoice_type: 'R1', rectification: { ...discount, invoices }, lines });
      const byId = rectify([5], { lines });
      const original = buildOriginal(5, { operationDate: issue_date });
      return [
        resolveRectified(byNumber, knowOriginals([]), NONE),
        resolveRectified(byId, knowOriginals([[5, original]]), NONE),
      ].map((resolved) => (resolved.kind === 'refused' ? resolved.findings[0]!.aeatCode : 'prepared'));
    };
    const both = <T>(each: T) => [each, each];
    expect(refusalsOf({ tax_rate: 5 }, '2023-05-05')).toEqual(both('prepared'));
    expect(refusalsOf({ tax_rate: 5 }, '2024-11-05')).toEqual(both(1194));
    expect(refusalsOf({ tax_rate: 2 }, '2023-05-05')).toEqual(both(1236));
    expect(refusalsOf({ tax_rate: 7.5 }, '2026-11-05')).toEqual(both(1235));
    const food = (equivalence_surcharge_rate: number) => ({ tax_rate: 5, equivalence_surcharge_rate });
    expect(refusalsOf(food(0.5), '2022-09-01')).toEqual(both('prepared'));
    expect(refusalsOf(food(0.62), '2023-05-05')).toEqual(both('prepared'));
    expect(refusalsOf(food(0.5), '2023-05-05')).toEqual(both(1168));
    expect(refusalsOf(food(0.62), '2022-09-01')).toEqual(both(1167));
    const bread = (equivalence_surcharge_rate: number) => ({ tax_rate: 0, equivalence_surcharge_rate });
    expect(refusalsOf(bread(0), '2024-03-01')).toEqual(both('prepared'));
    expect(refusalsOf(bread(0), '2024-11-05')).toEqual(both(1170));
    expect(refusalsOf(bread(0.26), '2024-03-01')).toEqual(both(1165));
  });

  it('names invoices or a period', () => {
    const rectification = discount;
    const without = prepareInvoice(buildV2({ invoice_type: 'R4', rectification }), CONTEXT);
    expect(without).toMatchObject({
      findings: [{ field: 'rectification.invoices', code: 'blank', aeatCode: null }],
    });
  });

  it('is refused if it names one of them twice', () => {
    const context = { organizationName: 'Org', today: TODAY } as const;
    const replaces = [{ issued_invoice_id: 5 }, { issued_invoice_id: 5 }];
    expect(prepareInvoice(buildV2({ invoice_type: 'F3', replaces }), context)).toMatchObject({
      findings: [{ field: 'replaces[1].issued_invoice_id', code: 'duplicate' }],
    });
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
