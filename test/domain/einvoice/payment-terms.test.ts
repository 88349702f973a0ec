import { describe, expect, it } from 'vitest';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import type { EInvoice } from '../../../src/domain/einvoice/terms.ts';
import { buildDocument, buildLine, buildProfile } from '../../render/support/build-invoice.ts';

type Changes = Parameters<typeof buildDocument>[0];

const express = (changes: Changes): EInvoice => buildTerms(buildDocument(changes), buildProfile());
const NOTHING = { iban: null, bic: null, mandateReference: null, creditorId: null, terms: null, due: [] };
const RECTIFIED = { number: 'F/1', issueDate: '2026-10-01' };
const CREDIT = { rectified: RECTIFIED, lines: [buildLine({ units: '-1' })] };
const SPANISH = 'ES9121000418450200051332';

describe('the payment terms of an electronic invoice', () => {
  it('are the due dates with their amounts if there are several', () => {
    const due = [
      { date: '2026-12-01', amount: '60.00' },
      { date: '2027-01-01', amount: '61.00' },
    ];
    const terms = express({ payment: { ...NOTHING, due } });
    expect(terms).not.toHaveProperty('BT-9');
    expect(terms['BT-20']).toBe('Vencimientos: 60,00 € el 01/12/2026; 61,00 € el 01/01/2027.');
  });

  it('are absent beside one due date', () => {
    const terms = express({ payment: { ...NOTHING, due: [{ date: '2026-12-01', amount: '121.00' }] } });
    expect(terms).toMatchObject({ 'BT-9': '2026-12-01' });
    expect(terms).not.toHaveProperty('BT-20');
  });

  it('claim no term that the invoice does not state, but are present while an amount is due', () => {
    expect(express({})['BT-20']).toBe('Sin vencimiento indicado');
    expect(express({ paymentMethod: 'cash' })['BT-20']).toBe('Efectivo');
    expect(express({ type: 'R4', ...CREDIT })).not.toHaveProperty('BT-20');
  });

  it('of a paid invoice say that it is paid, and have neither a due date nor an account', () => {
    const own = { ...NOTHING, iban: SPANISH, terms: 'Al contado' };
    const terms = express({
      paid: true,
      dueDate: '2026-12-31',
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: `A ${SPANISH}`,
      payment: own,
    });
    expect(terms['BT-20']).toBe('Al contado\nPagada');
    expect(terms).not.toHaveProperty('BT-9');
    expect(terms['BG-16']).toEqual({ 'BT-81': '1', 'BT-82': 'Transferencia bancaria' });
  });

  it('of a rectification for insolvency or for default state no payment, because the debtor receives no refund', () => {
    for (const type of ['R2', 'R3'] as const) {
      const terms = express({ type, paymentMethod: 'bank_transfer', ...CREDIT });
      expect(terms).not.toHaveProperty('BG-16');
      expect(terms).not.toHaveProperty('BT-20');
    }
    expect(express({ type: 'R4', paymentMethod: 'bank_transfer', ...CREDIT })).toHaveProperty('BG-16');
  });

  const withheld = [buildLine({ withholdingRate: '15' })];
  it.each<[what: string, changes: Changes, said: string]>([
    ['is due', { lines: withheld }, 'Líquido a percibir: 106,00 €.'],
    [
      'is due without a withholding',
      { totals: { reimbursableExpenses: '5.00' } },
      'Total a pagar: 126,00 €.',
    ],
    ['is paid', { paid: true, lines: withheld }, 'Importe pagado: 106,00 €.'],
    [
      'is owed to the customer',
      { type: 'R4', rectified: RECTIFIED, lines: [buildLine({ units: '-1', withholdingRate: '15' })] },
      'Importe a su favor: 106,00 €.',
    ],
  ])('name the amount that %s as the page does', (_what, changes, said) => {
    const { 'BT-20': terms, 'BT-22': notes } = express(changes);
    expect(terms).toContain(said);
    expect(notes.some((note) => note.endsWith(said))).toBe(true);
  });

  it('call a withholding that of the IRPF only if the issuer is a natural person', () => {
    const lines = withheld;
    expect(express({ lines })['BT-20']).toMatch(/^Retención 15 %/);
    const person = { nif: '12345678Z', name: 'Ana Prueba' };
    expect(express({ lines, issuer: person })['BT-20']).toMatch(/^Retención IRPF 15 %/);
  });
});

describe('the payment means of an electronic invoice', () => {
  it.each<[code: string, what: string, changes: Changes]>([
    ['58', 'a transfer in euros to an account in SEPA', { payment: { ...NOTHING, iban: SPANISH } }],
    [
      '30',
      'a transfer in euros to an account outside SEPA',
      { payment: { ...NOTHING, iban: 'TR330006100519786457841326' } },
    ],
    [
      '30',
      'a transfer in another currency',
      { currency: 'GBP', exchangeRate: '1.15', payment: { ...NOTHING, iban: SPANISH } },
    ],
    ['59', 'a direct debit in euros', { paymentMethod: 'direct_debit' }],
    [
      '49',
      'a direct debit in another currency',
      { paymentMethod: 'direct_debit', currency: 'USD', exchangeRate: '0.9' },
    ],
  ])('have the code %s for %s', (code, _what, changes) => {
    expect(express({ paymentMethod: 'bank_transfer', ...changes })['BG-16']?.['BT-81']).toBe(code);
  });
});
