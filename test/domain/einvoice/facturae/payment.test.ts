import { describe, expect, it } from 'vitest';
import { PAYMENT_MEANS } from '../../../../src/contracts/codes.ts';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { textAt, textsAt } from '../../support/facturae-rules.ts';

type Changes = Parameters<typeof buildDocument>[0];
const write = (changes: Changes): string =>
  writeFacturae(buildDocument(changes), buildProfile({ registryNote: null }));

const IBAN = 'ES9121000418450200051332';
const payment = (changes: Partial<NonNullable<InvoiceDocument['payment']>> = {}) => ({
  payment: {
    iban: null,
    bic: null,
    mandateReference: null,
    creditorId: null,
    terms: null,
    due: [],
    ...changes,
  },
});

describe('the payment of an invoice', () => {
  it('has the code of its method, with the account to which or from which it is made', () => {
    const found = PAYMENT_MEANS.map((paymentMethod) => {
      const xml = write({ paymentMethod, ...payment({ iban: IBAN, bic: 'CAIXESBB' }) });
      const [credited, debited] = ['AccountToBeCredited', 'AccountToBeDebited'].map((name) =>
        textsAt(xml, `//${name}/*`),
      );
      return [paymentMethod, textAt(xml, '//PaymentMeans'), credited, debited];
    });
    const account = [IBAN, 'CAIXESBBXXX'];
    expect(found).toEqual([
      ['cash_on_delivery', '18', [], []],
      ['cash', '01', [], []],
      ['credit_card', '19', [], []],
      ['bank_transfer', '04', account, []],
      ['bizum', '13', [], []],
      ['bank_remittance', '02', [], account],
      ['others', '13', [], []],
      ['direct_debit', '02', [], account],
    ]);
  });

  it('is a special payment with its name if it is a transfer without an account', () => {
    const xml = write({ paymentMethod: 'bank_transfer' });
    expect(textAt(xml, '//PaymentMeans')).toBe('13');
    expect(textAt(xml, '//CollectionAdditionalInformation')).toBe('Transferencia bancaria.');
    const info = write({
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: 'ES91 2100 0418 4502 0005 1332',
    });
    expect(textAt(info, '//AccountToBeCredited/IBAN')).toBe(IBAN);
  });

  it('has an installment for each due date', () => {
    const due = [
      { date: '2026-12-20', amount: '100.00' },
      { date: '2027-01-20', amount: '21.00' },
    ];
    const xml = write({ ...payment({ due, terms: '30 y 60 días' }) });
    expect(textsAt(xml, '//InstallmentDueDate')).toEqual(['2026-12-20', '2027-01-20']);
    expect(textsAt(xml, '//InstallmentAmount')).toEqual(['100.00', '21.00']);
    expect(textsAt(xml, '//CollectionAdditionalInformation')).toEqual(['30 y 60 días', '30 y 60 días']);
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toBeNull();
  });

  it('falls due on the due date, or when the invoice is issued', () => {
    const dates = [null, '2026-12-31'].map((dueDate) =>
      textAt(write({ paymentMethod: 'cash', dueDate }), '//InstallmentDueDate'),
    );
    expect(dates).toEqual(['2026-11-20', '2026-12-31']);
  });

  it('names the mandate of a direct debit', () => {
    const xml = write({
      paymentMethod: 'direct_debit',
      ...payment({ mandateReference: 'M-1', creditorId: 'ES12000B12345674' }),
    });
    expect(textAt(xml, '//CollectionAdditionalInformation')).toBe(
      'Mandato: M-1.\nIdentificador del acreedor: ES12000B12345674.',
    );
  });

  it('has no installment if no money is transferred, as in a rectification for insolvency', () => {
    const rectified = { number: 'F/1', issueDate: '2026-10-01' };
    const credit: Changes = {
      rectified,
      paymentMethod: 'bank_transfer',
      lines: [buildLine({ units: '-1' })],
    };
    expect(textsAt(write({ type: 'R2', ...credit }), '//PaymentDetails')).toEqual([]);
    expect(textsAt(write({ type: 'R4', ...credit }), '//InstallmentAmount')).toEqual(['-121.00']);
  });

  it('is only described if neither a method nor a date is known', () => {
    const xml = write(payment({ terms: 'A convenir' }));
    expect(textsAt(xml, '//PaymentDetails')).toEqual([]);
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toBe('A convenir');
  });
});
