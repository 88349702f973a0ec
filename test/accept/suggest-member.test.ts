import { describe, expect, it } from 'vitest';
import { suggestMember } from '../../src/accept/suggest-member.ts';
import { CreateBatchBody, InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';

describe('suggestMember', () => {
  it.each([
    [['invoice_bach'], null],
    [['numberserie'], 'number_serie'],
    [['numberSerie'], 'number_serie'],
    [['number-serie'], 'number_serie'],
    [['nubmer_serie'], 'number_serie'],
    [['recipient'], 'recipients'],
    [['receipients'], 'recipients'],
    [['iban'], 'payment.iban'],
    [['customer'], 'recipients'],
    [['number'], 'number_serie'],
    [['lines', '0', 'quantity'], 'units'],
    [['lines', '0', 'description'], 'concept'],
    [['lines', '0', 'unit_amount'], 'unit_price'],
    [['lines', '0', 'customer'], null],
    [['lines', '0', 'tax_rat'], 'tax_rate'],
    [['lines', '3', 'unitPrice'], 'unit_price'],
    [['recipients', '0', 'recipient_legal_name'], 'name'],
    [['recipients', '0', 'recipient_billing_postal_code'], 'postal_code'],
    [['recipients', '0', 'has_unidentified_recipient'], 'not_identified'],
    [['recipients', '0', 'dir3', 'accounting_ofice'], 'accounting_office'],
    [['payment', 'due', '0', 'dat'], null],
    [['payment', 'due', '0', 'ammount'], 'amount'],
    [['metadata', 'anything'], null],
    [['nowhere', 'x'], null],
    [['constructor'], null],
    [['__proto__'], null],
    [['quite_another_thing'], null],
    [['x'.repeat(1_000_000)], null],
  ] as const)('finds for %j the member %s', (place, member) => {
    expect(suggestMember(InvoiceInput, place)).toBe(member);
  });

  it('finds members of the batch, and those of an invoice in it', () => {
    expect(suggestMember(CreateBatchBody, ['invoicebatch'])).toBe('invoice_batch');
    expect(suggestMember(CreateBatchBody, ['invoice_batch', 'invoice'])).toBe('invoices');
    expect(suggestMember(CreateBatchBody, ['invoice_batch', 'invoices', '0', 'isuer_nif'])).toBe(
      'issuer_nif',
    );
  });
});
