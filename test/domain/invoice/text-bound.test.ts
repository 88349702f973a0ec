import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceInput as InvoiceInputV2 } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoices } from '../../../src/accept/examine-invoices.ts';
import { NO_DELIVERIES } from '#src/domain/spfe/draft-delivery.ts';
import { prepareBatch } from '../../../src/issue/prepare-batch.ts';
import { FLAT_RULES, FULL_RULES, type RequestRules } from '../../../src/domain/reading/request-rules.ts';
import { buildInput, buildLine, TODAY } from '../support/inputs.ts';

const MESSAGE =
  "Lines can't have more than 200000 characters in their concepts and notes, together with the invoice's operation description, payment method info and footer note";

/** Returns the messages with which the API refuses an invoice. */
function messagesOf(input: InvoiceInput): readonly string[] {
  return check(input, FLAT_RULES).map(({ message }) => message.en);
}

function check(input: InvoiceInput | InvoiceInputV2, rules: RequestRules) {
  const context = {
    rules,
    organizationName: 'Org',
    issuerNifs: null,
    isMigrating: false,
    today: TODAY,
    inexactNumbers: new Map(),
  };
  return checkInvoices([input], context).failures.get(0) ?? [];
}

const lines = (count: number, concept: string) => Array.from({ length: count }, () => buildLine({ concept }));

/** Builds an invoice with 199,000 characters in its lines and the given changes. */
const nearlyFull = (changes: InvoiceInput) =>
  buildInput({
    lines: [...lines(99, 'x'.repeat(1000)), ...lines(50, 'y'.repeat(1000)), ...lines(50, 'z'.repeat(1000))],
    ...changes,
  });

describe('the texts of an invoice together', () => {
  it('may have 200,000 characters, such as 1000 lines of 200, and not one more', () => {
    expect(messagesOf(buildInput({ lines: lines(1000, 'x'.repeat(200)) }))).toEqual([]);
    const oneMore = [...lines(999, 'x'.repeat(200)), buildLine({ concept: 'x'.repeat(201) })];
    expect(messagesOf(buildInput({ lines: oneMore }))).toEqual([MESSAGE]);
  });

  it.each([
    ['operation_description', 500],
    ['payment_method_info', 500],
    ['footer_note', 2000],
  ] as const)('include %s', (member, length) => {
    const rest = buildLine({ notes: 'n'.repeat(Math.max(0, 1000 - length)) });
    const all = [...lines(199, 'x'.repeat(1000)), { ...rest, concept: 'c' }];
    expect(messagesOf(buildInput({ lines: all }))).toEqual([]);
    expect(messagesOf(buildInput({ lines: all, [member]: 'd'.repeat(length) }))).toEqual([MESSAGE]);
  });

  it('include the notes of the lines', () => {
    expect(messagesOf(buildInput({ lines: [buildLine({ notes: 'n'.repeat(2000) })] }))).toEqual([]);
    const noted = Array.from({ length: 101 }, () => buildLine({ notes: 'n'.repeat(2000) }));
    expect(messagesOf(buildInput({ lines: noted }))).toEqual([MESSAGE]);
  });

  it.each([
    ['an emoji counts once', '😀', 1],
    ['a letter with its accent counts once', 'e\u0301', 1],
    ['a mark that NFC does not compose counts', 'x\u0301', 2],
    ['a character that NFC decomposes counts by its parts', '\u0958', 2],
  ] as const)('are counted in code points of NFC: %s', (_title, text, count) => {
    const concept = (characters: number) => text.repeat(characters / count);
    expect(messagesOf(buildInput({ lines: lines(200, concept(1000)) }))).toEqual([]);
    const over = [...lines(200, concept(1000)), buildLine({ concept: text })];
    expect(messagesOf(buildInput({ lines: over }))).toEqual([MESSAGE]);
  });

  it('count a line break once, however it is written', () => {
    const full = Array.from({ length: 100 }, () => buildLine({ concept: 'c', notes: 'n'.repeat(1999) }));
    const noted = (notes: string) =>
      buildInput({ lines: [...full.slice(1), buildLine({ concept: 'c', notes })] });
    expect(messagesOf(noted(`${'\r\nn'.repeat(999)}n`))).toEqual([]);
    expect(messagesOf(noted(`n${'\r\nn'.repeat(999)}`))).toEqual([]);
    expect(messagesOf(noted(`nn${'\r\nn'.repeat(999)}`))).toEqual([MESSAGE]);
  });

  it('are reported together with other errors', () => {
    const messages = messagesOf(nearlyFull({ footer_note: 'f'.repeat(2000), due_date: 'soon' }));
    expect(messages).toHaveLength(2);
    expect(messages[1]).toBe(MESSAGE);
  });

  it('include every list of texts, if an invoice can have them', () => {
    const { operation_date: _date, ...of2 } = buildInput();
    const reasons = Array.from({ length: 20 }, () => ({ reason: 'r'.repeat(120), amount: 0 }));
    const line = { ...buildLine(), concept: 'x', allowances: reasons };
    const filled = (count: number) => ({ ...of2, lines: Array.from({ length: count }, () => line) });
    expect(check(filled(80), FULL_RULES)).toEqual([]);
    expect(check(filled(90), FULL_RULES)).toEqual([
      expect.objectContaining({
        field: 'lines',
        code: 'too_long',
        message: expect.objectContaining({
          en: "Lines can't have more than 200000 characters in their texts, together with the other printed texts of the invoice",
        }),
      }),
    ]);
  });

  it('are not checked again when an accepted invoice is issued', async () => {
    const invoice = buildInput({
      lines: Array.from({ length: 1000 }, () =>
        buildLine({ concept: 'x'.repeat(1000), notes: 'n'.repeat(2000) }),
      ),
    });
    expect(messagesOf(invoice)).toEqual([MESSAGE]);
    const body = zstdCompressSync(JSON.stringify({ invoice_batch: { invoices: [invoice] } }));
    const batch = {
      rules: FLAT_RULES,
      body,
      failed: [],
      organizationName: 'Org',
      acceptedOn: TODAY,
    } as unknown as Parameters<typeof prepareBatch>[1];
    const { invoices, errors } = await prepareBatch(
      1,
      batch,
      TODAY,
      [],
      { verifactu: true, decisions: [], ...NO_DELIVERIES },
      async () => new Map(),
    );
    expect([...errors]).toEqual([]);
    expect(invoices.size).toBe(1);
  });
});
