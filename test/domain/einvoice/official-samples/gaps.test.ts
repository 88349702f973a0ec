import { describe, expect, it } from 'vitest';
import type { InvoiceInput, PartyInput } from '../../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { findOwnAccount } from '../../../../src/domain/invoice/transfer-account.ts';
import { buildDocument } from '../../../render/support/build-invoice.ts';
import { TODAY } from '../../support/inputs.ts';
import { listSamples, readSample } from '../../support/official-samples.ts';
import { buildV2, RECIPIENT_V2 } from '../../support/v2-cases.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const to = (changes: PartyInput): InvoiceInput => ({ recipients: [{ ...RECIPIENT_V2, ...changes }] });
const vatNumber = (document_number: string): InvoiceInput => to({ document_type: 'eu_vat', document_number });

/**
 * The wrong value in each wrong document, in a member of the API where the same mistake could be
 * made.
 */
const MISTAKES: Readonly<Record<string, readonly [value: string, changes: InvoiceInput, finding: string]>> = {
  'CII_business_example_Z-bt30-X': ['X', { issuer_nif: 'X' }, 'issuer_nif invalid'],
  'CII_business_example_Z-bt46-X': [
    'X',
    to({ document_number: 'X' }),
    'recipients[0].document_number invalid',
  ],
  // Without the prefix of a member state, the number needs the country of the recipient.
  'CII_business_example_Z-bt31-A': ['A', vatNumber('A'), 'recipients[0].country_code blank'],
  'ubl-tc434-creditnote1-bt31-A': ['A', vatNumber('A'), 'recipients[0].country_code blank'],
  'CII_example5-bt32-FC-XX': ['XX', { issuer_nif: 'XX' }, 'issuer_nif invalid'],
  ...Object.fromEntries(
    [
      ['CII_business_example_Z-bt31-DE37', 'DE37'],
      ['CII_example5-bt31-NL1', 'NL1'],
      ['CII_example5-bt48-DK1', 'DK1'],
      ['ubl-tc434-creditnote1-bt31-BE00', 'BE00'],
    ].map(([name, value]) => [
      name,
      [value!, vatNumber(value!), 'recipients[0].document_number invalid'] as const,
    ]),
  ),
  ...Object.fromEntries(
    [
      ['CII_business_example_Z-date-20151399', '2015-13-99'],
      ['CII_business_example_Z-date-20260231', '2026-02-31'],
      ['CII_business_example_Z-date-20260431', '2026-04-31'],
      ['ubl-tc434-creditnote1-date-2026-02-31', '2026-02-31'],
    ].map(([name, value]) => [name, [value!, { issue_date: value! }, 'issue_date invalid'] as const]),
  ),
  ...Object.fromEntries(
    [
      ['CII_business_example_Z-iban-badcheck', 'DE12500105170648489891'],
      ['ubl-tc434-creditnote1-iban-bad', 'BE91000000143477'],
    ].map(([name, value]) => [
      name,
      [value!, { payment: { iban: value! } }, 'payment.iban invalid'] as const,
    ]),
  ),
};

/** Mistakes for which the API has no member. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'CII_business_example_Z-dec-0.000': 'amounts are computed and have two decimals',
  'CII_business_example_Z-dec-0.001': 'amounts are computed and have two decimals',
  'CII_business_example_Z-dec-3frac': 'amounts are computed and have two decimals',
  'CII_business_example_Z-type-381': 'a writer chooses the type code from the invoice type',
  'ubl-tc434-creditnote1-type-380': 'a writer chooses the type code from the invoice type',
  'CII_example5-bt29-gln1': 'no writer states a GLN of a party',
};

describe.runIf(hasEinvoiceFacts)('what the official rules do not find in a wrong document', () => {
  const names = listSamples('oracles/gaps').map((name) => name.replace('.xml', ''));

  it('is a mistake that the API refuses or cannot express, for each of them', () => {
    expect(names).toEqual([...Object.keys(MISTAKES), ...Object.keys(IMPOSSIBLE)].toSorted());
  });

  it.each(Object.entries(MISTAKES))('is refused by the API: %s', (name, [value, changes, finding]) => {
    const text = readSample(`oracles/gaps/${name}.xml`);
    expect(text.includes(`>${value}<`) || text.includes(`>${value.replaceAll('-', '')}<`)).toBe(true);
    const preparation = prepareInvoice(buildV2(changes), { organizationName: 'O', today: TODAY });
    expect(
      preparation.kind === 'refused' ? preparation.findings.map(({ field, code }) => `${field} ${code}`) : [],
    ).toContain(finding);
  });

  it('is no account if it is in the text about the payment', () => {
    for (const [, [value, changes]] of Object.entries(MISTAKES)) {
      if (changes.payment === undefined) continue;
      expect(findOwnAccount(buildDocument({ paymentMethodInfo: `IBAN ${value}` }))).toBeNull();
    }
  });
});
