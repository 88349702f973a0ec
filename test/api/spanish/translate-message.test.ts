import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateDetails } from '../../../src/api/spanish/translate-answer.ts';
import {
  translateDetail,
  translateJoined,
  translateMessage,
} from '../../../src/api/spanish/translate-message.ts';
import type { ApiVersion } from '../../../src/contracts/codes.ts';
import type { InvoiceInput as InvoiceInputV1 } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { translateV1 } from '../../../src/domain/invoice/translate-v1.ts';
import { joinMessages, type Remark } from '../../../src/domain/reading/findings.ts';
import { oddInputs } from '../../domain/support/arbitrary-inputs.ts';
import { nearlyValidV2Inputs } from '../../domain/support/arbitrary-v2-inputs.ts';
import { TODAY } from '../../domain/support/inputs.ts';
import { buildV2, REFUSED } from '../../domain/support/v2-cases.ts';
import { growthOf } from '../../support/growth.ts';
import { findEnglish, listValues } from './support/spanish-twin.ts';
import { wrongInvoices } from './support/wrong-invoices.ts';

const CONTEXT = { organizationName: 'Emisor SL', today: TODAY, isMigrating: false, issuerNifs: null };

/** Returns the findings about an invoice, or the warnings if it is valid. */
function judge(input: InvoiceInput, version: ApiVersion): readonly Remark<string>[] {
  const read = version === 1 ? translateV1(input as InvoiceInputV1) : input;
  const checked = checkInvoice(read, { ...CONTEXT, version });
  return checked.kind === 'prepared' ? checked.findWarnings() : checked.findings;
}

function expectSpanish(message: string): void {
  const spanish = translateMessage(message);
  expect({ message, spanish, english: findEnglish(spanish ?? message) }).toEqual({
    message,
    spanish,
    english: [],
  });
  expect({ message, values: listValues(spanish!) }).toEqual({ message, values: listValues(message) });
}

describe('a message about an invoice', () => {
  it.each([
    ['any values of version 2', wrongInvoices, 2],
    ['nearly valid values of version 2', nearlyValidV2Inputs, 2],
    ['any values of version 1', oddInputs, 1],
  ] as const)('has a Spanish text with the same values: %s', (_what, inputs, version) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(inputs as fc.Arbitrary<InvoiceInput>, (input) => {
        for (const { message } of judge(input, version)) {
          if (seen.has(message)) continue;
          seen.add(message);
          expectSpanish(message);
        }
      }),
      { numRuns: 100 },
    );
    expect(seen.size).toBeGreaterThan(20);
  });

  it.each(REFUSED)('has a Spanish text with the same values: %s', (_what, changes) => {
    const found = judge(buildV2(changes), 2);
    expect(found).not.toEqual([]);
    for (const { message } of found) expectSpanish(message);
  });

  it('names the member, and then what is wrong with it', () => {
    expect(translateMessage("Issue date can't be blank")).toBe(
      'Fecha de expedición: no puede quedar en blanco',
    );
    expect(translateMessage('Line 2: tax rate must be one of 0, 4 (per cent: 4, not 0.04)')).toBe(
      'Línea 2, tipo impositivo: debe ser uno de estos valores: 0, 4 (en tanto por ciento: 4, no 0.04)',
    );
    expect(translateMessage("Payment, due date 12: amount can't have more than 2 decimals")).toBe(
      'Pago, vencimiento 12, importe: no puede tener más de 2 decimales',
    );
  });

  it('stays in English if a value of the client looks like the rest of the message', () => {
    const end = 'the name on record for the person with NIF 12345678Z (an operator set it)';
    expect(translateMessage(`Issuer name must be Ada, ${end}`)).toBe(
      'Nombre del emisor: debe ser Ada, el nombre que consta para la persona con NIF 12345678Z (lo indicó un operador)',
    );
    expect(translateMessage(`Issuer name must be Ada, ${end}, ${end}`)).toBeNull();
  });

  it('has no translation if the text is unknown', () => {
    expect(translateMessage('Issue date is on the moon')).toBeNull();
    expect(translateDetail('Issue date is on the moon', '/issue_date')).toBe('Issue date is on the moon');
  });
});

describe('messages that are joined by semicolons', () => {
  it('are translated one by one, although messages contain semicolons', () => {
    fc.assert(
      fc.property(wrongInvoices, (input) => {
        const findings = judge(input, 2).slice(0, 20);
        const spanish = findings.map(({ message }) => translateMessage(message));
        expect(translateJoined(joinMessages(findings as never))).toBe(spanish.join('; '));
      }),
      { numRuns: 30 },
    );
  });

  it('stay in English if a part of them is unknown', () => {
    const text = "Issue date can't be blank; nobody knows why";
    expect(translateJoined(text)).toBe(text);
  });

  it('take a time that is proportional to their length', async () => {
    const joined = (length: number) => Array.from({ length }, () => "Issue date can't be; blank").join('; ');
    const texts = new Map([250, 1000].map((length) => [length, joined(length)]));
    const sizes = { small: 250, large: 1000 };
    expect(await growthOf((length) => translateJoined(texts.get(length)!), sizes)).toBeLessThanOrEqual(8);
  });
});

describe('an answer with details', () => {
  it('has Spanish messages and is otherwise the same, whatever the ids of the client contain', () => {
    const id = '","message":"Issue date can\'t be blank"';
    const detail = {
      path: '/issue_date',
      code: 'blank',
      message: "Issue date can't be blank",
      aeat_code: 1105,
    };
    const answer = { index: 0, external_invoice_id: id, details: [detail, detail] };
    const told = JSON.parse(translateDetails(JSON.stringify(answer))) as unknown;
    const spanish = { ...detail, message: 'Fecha de expedición: no puede quedar en blanco' };
    expect(told).toEqual({ ...answer, details: [spanish, spanish] });
  });

  it('is translated in a time that is proportional to its length', async () => {
    const write = (details: number) =>
      JSON.stringify(
        Array.from({ length: details }, (_, index) => ({
          code: 'unknown_value',
          message: `Line ${index}: tax rate must be one of 0, 4, 10, 21 (per cent: 21, not 0.21)`,
        })),
      );
    const texts = new Map([2500, 10_000].map((details) => [details, write(details)]));
    const sizes = { small: 2500, large: 10_000 };
    expect(await growthOf((details) => translateDetails(texts.get(details)!), sizes)).toBeLessThanOrEqual(8);
  });
});
