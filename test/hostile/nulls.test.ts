import { prepareV1 } from '../domain/support/inputs.ts';
import { describe, expect, it } from 'vitest';
import { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { buildInvoice } from '../support/invoices.ts';

const context = {
  organizationName: 'Organización SL',
  today: '2026-11-21',
  inexactNumbers: new Set<string>(),
};

describe('null [B14]', () => {
  it.each(Object.keys(InvoiceInput.properties))('counts as absent in %s of an invoice', (name) => {
    const { [name as 'paid']: _absent, ...without } = buildInvoice();
    expect(prepareV1({ ...without, [name]: null }, context)).toEqual(prepareV1(without, context));
  });

  it.each(Object.keys(InvoiceLineInput.properties))('counts as absent in %s of a line', (name) => {
    const [line = {}] = buildInvoice().lines ?? [];
    const { [name as 'notes']: _absent, ...without } = line;
    const prepare = (changed: object) => prepareV1(buildInvoice({ lines: [changed] }), context);
    expect(prepare({ ...without, [name]: null })).toEqual(prepare(without));
  });
});
