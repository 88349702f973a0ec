import { describe, expect, it } from 'vitest';
import type { InvoiceDocument, Recipient } from '../../../../src/contracts/invoice-document.ts';
import { warnOfFormats } from '../../../../src/domain/einvoice/warn-of-formats.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';

const ISSUER = 'B12345674';
const warn = (document: InvoiceDocument): string[] =>
  warnOfFormats(document, {
    formats: [],
    profile: 'cen',
    hasSpfe: true,
    issuers: new Map([[ISSUER, buildProfile()]]),
    recipients: new Map(),
  }).map(({ field, code, rule, message }) => [field, code, rule, message.en].filter(Boolean).join(' | '));

const COMPANY = buildDocument().recipient!;
const warnOfRecipient = (changes: Partial<Recipient>) =>
  warn(buildDocument({ recipient: { ...COMPANY, ...changes } }));

/** A line with the longest texts, of about 13 kB. */
const LARGE = buildLine({ concept: 'ñ'.repeat(1000), notes: '&'.repeat(2000) });

describe('a dry run for the public solution', () => {
  it('warns of nothing where the invoice goes there and can be expressed', () => {
    expect(warn(buildDocument())).toEqual([]);
    expect(warnOfRecipient({ documentNumber: '12345678Z', isBusiness: true })).toEqual([]);
  });

  it('says why an invoice does not go there, and does not judge its file', () => {
    expect(warn(buildDocument({ type: 'F2', recipient: null }))).toEqual([
      'invoice_type | spfe_not_concerned | The invoice does not go to the public solution of electronic invoices: it is a simplified invoice (RD 238/2026 art. 4)',
    ]);
    expect(warnOfRecipient({ isBusiness: false, address: null })).toEqual([
      'recipients | spfe_not_concerned | The invoice does not go to the public solution of electronic invoices: the recipient acts neither as a business nor as a professional (RD 238/2026 art. 3)',
    ]);
  });

  it('names the fact without which nobody can say whether an invoice goes there', () => {
    expect(warnOfRecipient({ documentNumber: '12345678Z' })).toEqual([
      'recipients[0].is_business | spfe_concern_unknown | Nothing says whether the invoice goes to the public solution of electronic invoices, because a fact is missing: whether the recipient acts as a business or professional. State it (is_business), or set it in the profile of the recipient',
    ]);
    expect(warnOfRecipient({ documentNumber: 'N0012345E' })[0]).toContain(
      'recipients[0].document_number | spfe_concern_unknown',
    );
  });

  it('names the term that the file cannot have, and the member that decides it', () => {
    expect(warnOfRecipient({ address: null })).toEqual([
      'recipients[0].address | not_expressible | SPFE BT-50 | The format ubl?profile=spfe cannot express the invoice: SPFE BT-50: the address lacks the street, which Annex I of Orden HAC/1028/2026 requires',
    ]);
  });

  it('names the lines whose premises are missing or whose regime has no key', () => {
    const lines = [buildLine({ regime: '11' }), buildLine({ regime: '19' })];
    expect(warn(buildDocument({ lines })).map((text) => text.split(' | ').slice(0, 2))).toEqual([
      ['lines[0].property', 'spfe_property_missing'],
      ['lines[1].tax_regime', 'spfe_regime_assumed'],
    ]);
  });

  it('names what the file states although it may be wrong or refused', () => {
    const doubtful = buildDocument({
      paid: true,
      currency: 'USD',
      exchangeRate: '0.9217001',
      lines: [buildLine({ withholdingRate: '19', withholdingConcept: '11' })],
    });
    doubtful.totals.prepaid = '10.00';
    expect(warn(doubtful).map((text) => text.split(' | ').slice(0, 2))).toEqual([
      ['payment', 'spfe_payment_day_missing'],
      ['prepaid_amount', 'spfe_prepaid_amount'],
      ['exchange_rate', 'spfe_exchange_rate_decimals'],
      ['lines[0].withholding_concept', 'spfe_other_withholding'],
    ]);
    expect(warn(buildDocument({ currency: 'USD', exchangeRate: '0.921700' }))).toEqual([]);
  });

  it('warns near the limit of the size, and says that a file is too large', () => {
    const linesOf = (count: number) => buildDocument({ lines: Array.from({ length: count }, () => LARGE) });
    const codesOf = (document: InvoiceDocument) => warn(document).map((text) => text.split(' | ')[1]);
    expect(codesOf(linesOf(350))).toEqual([]);
    expect(codesOf(linesOf(380))).toEqual(['spfe_size_near_limit']);
    expect(warn(linesOf(410))[0]).toContain('SPFE size');
  });
});
