import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice, prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { readIssuerAndDate } from '../../../src/domain/invoice/read-issuer-and-date.ts';
import type { Register } from '../../../src/contracts/registers.ts';
import { FLAT_RULES } from '../../../src/domain/reading/request-rules.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2, RECIPIENT_V2, REFUSED } from '../support/v2-cases.ts';

/* What an issuer is told depends on its register only where the register has the rule. */

const CONTEXT = { organizationName: 'Org', today: TODAY, isMigrating: true } as const;

function findingsOf(changes: InvoiceInput, register?: Register): string[] {
  const prepared = prepareInvoice(buildV2(changes), { ...CONTEXT, ...(register && { register }) });
  return prepared.kind === 'prepared'
    ? []
    : prepared.findings.map(({ field, code, aeatCode }) => `${field} ${code} ${aeatCode}`);
}

/** Thirteen tax groups, of rates, surcharges, exemptions and what is not subject. */
const MANY = [
  ...[0, 4, 10, 21].map((tax_rate) => lineV2({ tax_rate })),
  ...[
    [21, 5.2],
    [21, 1.75],
    [10, 1.4],
    [4, 0.5],
  ].map(([rate, surcharge]) => ({ ...lineV2(), tax_rate: rate!, equivalence_surcharge_rate: surcharge! })),
  ...['E1', 'E4', 'E6'].map((code) => ({ ...lineV2(), tax_rate: null, tax_exemption_code: code })),
  ...['N1', 'N2'].map((key) => ({ ...lineV2(), tax_rate: null, tax_operation_key: key })),
];

describe('the rules of an invoice', () => {
  it('of VeriFactu begin with 28 October 2024, and those of SII 20 years ago', () => {
    const issued = (issue_date: string) =>
      (['verifactu', 'sii'] as const).map((each) => findingsOf({ issue_date }, each));
    expect(issued('2024-10-28')).toEqual([[], []]);
    expect(issued('2024-10-27')).toEqual([['issue_date out_of_range 1152'], []]);
    expect(issued('2006-11-19')[1]).toEqual(['issue_date out_of_range null']);
  });

  it('of VeriFactu take 12 tax groups, and those of SII any number', () => {
    expect(findingsOf({ lines: MANY.slice(1) })).toEqual([]);
    expect(findingsOf({ lines: MANY })).toEqual(['lines too_many null']);
    expect(findingsOf({ lines: MANY }, 'sii')).toEqual([]);
  });

  it.each(REFUSED)(
    'that both have are told without a code of VeriFactu in SII: %s',
    (_what, changes, findings) => {
      const context = { organizationName: 'Org', today: TODAY } as const;
      const prepared = prepareInvoice(buildV2(changes), { ...context, register: 'sii' });
      const told = prepared.kind === 'refused' ? prepared.findings : [];
      expect(told.map(({ aeatCode }) => aeatCode)).toEqual(findings.map(() => null));
      expect(told.map(({ field, code }) => `${field} ${code}`)).toEqual(
        findings.map((each) => each.split(' ').slice(0, 2).join(' ')),
      );
    },
  );

  it('tell the code with which the register accepts a recipient outside the census', () => {
    const outside = { ...RECIPIENT_V2, document_type: 'not_registered', document_number: '12345678Z' };
    const codeOf = (register?: Register) => {
      const checked = checkInvoice(buildV2({ recipients: [outside] }), {
        ...CONTEXT,
        ...(register && { register }),
      });
      if (checked.kind === 'refused') throw new Error('refused');
      const [warning] = checked.findWarnings().filter(({ code }) => code === 'recipient_not_in_census');
      return [warning?.aeatCode, /error (\d+)/.exec(warning?.message.en ?? '')?.[1]];
    };
    expect([codeOf(), codeOf('verifactu'), codeOf('sii')]).toEqual([
      [2001, '2001'],
      [2001, '2001'],
      [2011, '2011'],
    ]);
  });
});

describe('the issuer and the issue date of an invoice, which decide its register', () => {
  it('are read as the rules read them, whatever else is wrong', () => {
    const read = (input: InvoiceInput, rules = {}) => readIssuerAndDate(input, { ...CONTEXT, ...rules });
    expect(read({ issuer_nif: 'b-12345674' })).toEqual({ issuerNif: 'B12345674', issueDate: TODAY });
    expect(read({ issuer_nif: 'B12345674', issue_date: '2024-01-01' })?.issueDate).toBe('2024-01-01');
    expect(
      read({ issuer_nif: 'B12345674', operation_date: '2026-11-03' }, { rules: FLAT_RULES })?.issueDate,
    ).toBe('2026-11-03');
    expect(read({ issuer_nif: 'B1' })).toBeNull();
    expect(read({ issuer_nif: 'B12345674', issue_date: 'today' })).toBeNull();
  });
});
