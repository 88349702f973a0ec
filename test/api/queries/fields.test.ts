import { describe, expect, it } from 'vitest';
import { readFields } from '../../../src/api/queries/fields.ts';
import { ApiError } from '../../../src/contracts/api-error.ts';
import { InvoiceView, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';

function refusalOf(fields: string, schema = InvoiceView) {
  try {
    readFields({ fields }, schema);
  } catch (error) {
    if (error instanceof ApiError) return error.refusal;
    throw error;
  }
  throw new Error(`${fields} was not refused`);
}

describe('readFields', () => {
  it('selects everything without the parameter, and otherwise the named members and the id', () => {
    expect(readFields({}, InvoiceView)).toBeNull();
    expect(readFields({ fields: 'totals.base, invoice_number,totals.tax' }, InvoiceView)).toEqual({
      id: true,
      totals: { base: true, tax: true },
      invoice_number: true,
    });
  });

  it.each(['totals,totals.base', 'totals.base,totals', 'totals,totals'])(
    'selects a member whole if it is named whole: %s',
    (fields) => expect(readFields({ fields }, InvoiceView)).toEqual({ id: true, totals: true }),
  );

  it('selects members of the objects in a list, and of a document', () => {
    expect(readFields({ fields: 'rectified_by.annulled,document.lines' }, WholeInvoice)).toEqual({
      id: true,
      rectified_by: { annulled: true },
      document: { lines: true },
    });
  });

  it.each([
    ['totals.withholding', 'totals.withholdings'],
    ['totls', 'totals'],
    ['base', 'totals.base'],
    ['recipient.documentNumber', 'recipient.document_number'],
    ['invoiceNumber', 'invoice_number'],
    ['rectified_by.invoice_nummber', 'rectified_by.invoice_number'],
  ])('refuses %s and asks whether %s was meant', (fields, meant) => {
    expect(refusalOf(`id,${fields}`)).toMatchObject({
      error: 'unknown_field',
      message: {
        en: `The name "${fields}" in fields is not allowed (did you mean ${meant}?)`,
        es: `El nombre "${fields}" de fields no está permitido (¿quería decir ${meant}?)`,
      },
      members: [{ path: `/${fields.replace('.', '/')}`, code: 'unknown_member', aeatCode: null }],
    });
  });

  it.each([
    '',
    'id,',
    'quite_another_thing',
    'id.x',
    'metadata.shop',
    'totals.euro.base',
    '__proto__',
    'constructor',
    'a'.repeat(1500),
  ])('refuses %j, which resembles nothing', (fields) => {
    expect(refusalOf(fields).message.en).toMatch(/^The name ".{0,81}" in fields is not allowed$/);
  });

  it('suggests only members that can be asked for', () => {
    expect(refusalOf('document.iban', WholeInvoice).message.en).toContain('did you mean document.payment?');
  });
});
