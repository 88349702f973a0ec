import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { nearlyValidInputs, oddInputs } from '../support/arbitrary-inputs.ts';
import { TODAY, prepareV1 } from '../support/inputs.ts';
import {
  type InvoiceMember,
  LINE_MEMBER_NAMES,
  type LineMember,
  MEMBER_NAMES,
} from '../../../src/domain/reading/findings.ts';
import { runsOf } from '../../support/long.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY };
const document = Compile(InvoiceDocument);
const input = Compile(InvoiceInput);

/** Returns the literal scaled by 10^6, which is exact for every literal of a document. */
function micros(literal: string): bigint {
  const [integer = '', fraction = ''] = literal.replace('-', '').split('.');
  const value = BigInt(integer + fraction.padEnd(6, '0'));
  return literal.startsWith('-') ? -value : value;
}

function sum(literals: readonly string[]): bigint {
  return literals.reduce((total, literal) => total + micros(literal), 0n);
}

/** Rounds half away from zero to cents. This implementation is independent of the engine's. */
function roundToCents(value: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  const cents = magnitude / 10_000n + (magnitude % 10_000n >= 5000n ? 1n : 0n);
  return (value < 0n ? -cents : cents) * 10_000n;
}

/** Runs a check on the document of each accepted invoice, and fails if too few are accepted. */
function eachAccepted(check: (accepted: InvoiceDocument) => void, runs = runsOf(1500)): void {
  let accepted = 0;
  fc.assert(
    fc.property(nearlyValidInputs, (candidate) => {
      const preparation = prepareV1(candidate, CONTEXT);
      if (preparation.kind === 'refused') return;
      accepted += 1;
      check(preparation.invoice.document);
    }),
    { numRuns: runs },
  );
  expect(accepted).toBeGreaterThan(runs / 20);
}

describe('every accepted invoice', () => {
  it('has a document that matches its schema', () => {
    eachAccepted((accepted) => {
      expect(document.Check(accepted)).toBe(true);
    });
  });

  it('has totals that are the sums of the amounts in the document', () => {
    eachAccepted(({ groups, totals }) => {
      expect(sum(groups.map(({ base }) => base))).toBe(micros(totals.base));
      expect(sum(groups.map(({ tax }) => tax))).toBe(micros(totals.tax));
      expect(micros(totals.base) + micros(totals.tax)).toBe(micros(totals.total));
      const withheld = sum(totals.withholdings.map(({ amount }) => amount));
      const expenses = micros(totals.reimbursableExpenses ?? '0');
      expect(micros(totals.total) - withheld + expenses).toBe(micros(totals.payable));
    });
  });

  it('has taxes and withholdings that follow from the base and rate in the document', () => {
    eachAccepted(({ groups, totals }) => {
      for (const { base, rate, tax } of groups) {
        expect(micros(tax)).toBe(roundToCents((micros(base) * micros(rate ?? '0')) / 100_000_000n));
      }
      for (const { base, rate, amount } of totals.withholdings) {
        expect(micros(amount)).toBe(roundToCents((micros(base) * micros(rate)) / 100_000_000n));
      }
    });
  });

  it('has groups whose base is the sum of the net amounts of their lines', () => {
    eachAccepted(({ lines, groups }) => {
      for (const group of groups) {
        const members = lines.filter(
          (line) =>
            line.taxType === group.taxType &&
            line.regime === group.regime &&
            line.operationKey === group.operationKey &&
            line.exemptionCode === group.exemptionCode &&
            line.rate === group.rate,
        );
        expect(members.length).toBeGreaterThan(0);
        expect(micros(group.base)).toBe(sum(members.map(({ netAmount }) => netAmount)));
      }
    });
  });

  it('has net amounts of units × price × (1 − discount), rounded half away from zero to cents', () => {
    eachAccepted(({ lines }) => {
      for (const { units, unitPrice, discountPercent, netAmount } of lines) {
        expect(netAmount).toMatch(/^-?[0-9]+\.[0-9]{2}$/);
        const exact = micros(units) * micros(unitPrice) * (100_000_000n - micros(discountPercent ?? '0'));
        const [size, printed] = exact < 0n ? [-exact, -micros(netAmount)] : [exact, micros(netAmount)];
        const cent = 10n ** 18n;
        expect(printed * 10n ** 14n).toBe(((size * 2n + cent) / (2n * cent)) * cent);
      }
    });
  });

  it('has at most 12 groups with distinct fiscal keys, each with either an operation key or an exemption', () => {
    eachAccepted(({ groups }) => {
      const keys = groups.map((group) =>
        JSON.stringify([group.taxType, group.regime, group.operationKey, group.exemptionCode, group.rate]),
      );
      expect(new Set(keys).size).toBe(groups.length);
      expect(groups.length).toBeLessThanOrEqual(12);
      expect(
        groups.filter((group) => (group.operationKey === null) === (group.exemptionCode === null)),
      ).toEqual([]);
    });
  });

  it('results in the same document when it is prepared again from its literals', () => {
    eachAccepted((accepted) => {
      const again = prepareV1(
        {
          issuer_nif: accepted.issuer.nif,
          issuer_name: accepted.issuer.name,
          number_serie: accepted.number,
          invoice_type: accepted.type,
          operation_date: accepted.operationDate ?? accepted.issueDate,
          due_date: accepted.dueDate,
          operation_description: accepted.description,
          has_unidentified_recipient: accepted.unidentifiedRecipient,
          rectified_invoice_id: accepted.type.startsWith('R') ? 7 : null,
          recipient_legal_name: (accepted.recipient ?? accepted.addressee)?.name ?? null,
          recipient_document_type: accepted.recipient?.documentType ?? null,
          recipient_document_number: accepted.recipient?.documentNumber ?? null,
          recipient_country_code: (accepted.recipient ?? accepted.addressee)?.countryCode ?? null,
          payment_method: accepted.paymentMethod,
          total_reimbursable_expenses_amount: Number(accepted.totals.reimbursableExpenses ?? 0),
          lines: accepted.lines.map((line) => ({
            concept: line.concept,
            notes: line.notes,
            units: Number(line.units),
            unit_price: Number(line.unitPrice),
            discount_percent: Number(line.discountPercent ?? 0),
            income_tax_withholding_rate: Number(line.withholdingRate ?? 0),
            tax_type: line.taxType,
            tax_regime: line.taxType === 'iva' ? line.regime : null,
            tax_operation_key: line.taxType === 'iva' && line.regime === '01' ? line.operationKey : null,
            tax_exemption_code: line.exemptionCode,
            tax_rate: line.rate === null ? null : Number(line.rate),
          })),
        },
        CONTEXT,
      );
      expect(again).toMatchObject({ kind: 'prepared', invoice: { document: accepted } });
    });
  });
});

/**
 * Returns the beginning of the messages about the member at a path, or a text with which no message
 * begins if there is no such member.
 */
function nameOf(field: string): string {
  const [, index, member = ''] = /^lines\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  // Version 1 has one date, which is the issue date.
  if (field === 'operation_date') return `${MEMBER_NAMES.issue_date.en} `;
  if (index === undefined) return `${MEMBER_NAMES[field as InvoiceMember].en} `;
  return `Line ${Number(index) + 1}: ${LINE_MEMBER_NAMES[member as LineMember].en} `;
}

describe('any invoice that matches the request schema', () => {
  it('results in a document that matches its schema, or in messages', () => {
    fc.assert(
      fc.property(fc.oneof(oddInputs, nearlyValidInputs), (candidate) => {
        expect(input.Check(candidate)).toBe(true);
        const preparation = prepareV1(candidate, CONTEXT);
        const findings = preparation.kind === 'prepared' ? [] : preparation.findings;
        const messages = findings.map(({ message }) => message.en);
        expect(
          preparation.kind === 'prepared'
            ? document.Check(preparation.invoice.document)
            : messages.length > 0,
        ).toBe(true);
        expect(new Set(messages).size).toBe(messages.length);
        expect(messages.filter((message) => !/^[A-Z][ -~]*$/.test(message))).toEqual([]);
        // Each message begins with the name of the member to which its path points.
        expect(findings.filter(({ field, message }) => !message.en.startsWith(nameOf(field)))).toEqual([]);
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('is not changed, and results in the same outcome twice', () => {
    fc.assert(
      fc.property(nearlyValidInputs, (candidate) => {
        const before = structuredClone(candidate);
        const first = prepareV1(candidate, CONTEXT);
        expect(candidate).toEqual(before);
        expect(prepareV1(candidate, CONTEXT)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });
});
