import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../src/contracts/api-error.ts';
import type { ApiVersion } from '../../../src/contracts/codes.ts';
import { MESSAGES, formatMessage } from '../../../src/contracts/messages/format-message.ts';
import { joinTexts } from '../../../src/contracts/messages/texts.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { nameMember, type Remark, sayAbout } from '../../../src/domain/reading/findings.ts';
import { REQUEST_RULES } from '../../../src/domain/reading/request-rules.ts';
import { oddInputs } from '../../domain/support/arbitrary-inputs.ts';
import { nearlyValidV2Inputs } from '../../domain/support/arbitrary-v2-inputs.ts';
import { TODAY } from '../../domain/support/inputs.ts';
import { wrongInvoices } from '../../domain/support/wrong-invoices.ts';
import { findEnglish, listValues } from '../../support/spanish-twin.ts';

const CONTEXT = { organizationName: 'Emisor SL', today: TODAY, isMigrating: false, issuerNifs: null };

/** Returns the findings about an invoice, or the warnings if it is valid. */
function judge(input: InvoiceInput, version: ApiVersion): readonly Remark<string>[] {
  const checked = checkInvoice(input, { ...CONTEXT, rules: REQUEST_RULES[version] });
  return checked.kind === 'prepared' ? checked.findWarnings() : checked.findings;
}

describe('a message', () => {
  it('is written in each language, also the texts that it contains', () => {
    expect(formatMessage('names_itself').es).toBe('indica esta misma factura');
    expect(
      formatMessage('names_failed', { failed: formatMessage('invoice_of_batch', { index: 2 }) }),
    ).toEqual({
      en: 'names invoices[2] of this batch, which failed: correct that invoice and send both again',
      es: 'indica invoices[2] de este lote, que no se ha expedido por un error: corrija esa factura y envíe las dos de nuevo',
    });
  });

  it('keeps values that look like holes', () => {
    expect(formatMessage('name_of_earlier_invoice', { name: '{nif}', nif: '12345678Z' }).en).toBe(
      'must be {nif}, as an earlier invoice of this batch names the person with NIF 12345678Z',
    );
  });

  it('about a member of an object names the object, the member and what is wrong with it', () => {
    const amount = nameMember(formatMessage('due_date', { number: 12 }), 'amount');
    expect(sayAbout(amount, formatMessage('many_decimals', { most: 2 }))).toEqual({
      en: "Payment, due date 12: amount can't have more than 2 decimals",
      es: 'Pago, vencimiento 12, importe: no puede tener más de 2 decimales',
    });
  });

  it('is joined to others in each language', () => {
    expect(joinTexts([formatMessage('required'), formatMessage('not_valid')])).toEqual({
      en: 'is required; is not valid',
      es: 'es obligatorio; no es válido',
    });
  });

  it.each([...Object.entries(MESSAGES), ...Object.entries(ERROR_MESSAGES)])(
    'has a Spanish text without English words: %s',
    (_code, { en, es }) => {
      const withoutHoles = es.replaceAll(/\{\w+\}/g, '');
      // Only answers of version 1 have a message that is English in both languages.
      expect(es === en || findEnglish(withoutHoles).length === 0).toBe(true);
    },
  );

  it.each([
    ['any values of version 2', wrongInvoices, 2],
    ['nearly valid values of version 2', nearlyValidV2Inputs, 2],
    ['any values of version 1', oddInputs, 1],
  ] as const)('about an invoice has a Spanish text with the same values: %s', (_what, inputs, version) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(inputs as fc.Arbitrary<InvoiceInput>, (input) => {
        for (const { message } of judge(input, version)) {
          if (seen.has(message.en)) continue;
          seen.add(message.en);
          expect({ message, english: findEnglish(message.es) }).toEqual({ message, english: [] });
          expect({ message, values: listValues(message.es) }).toEqual({
            message,
            values: listValues(message.en),
          });
        }
      }),
      { numRuns: 100 },
    );
    expect(seen.size).toBeGreaterThan(20);
  });
});
