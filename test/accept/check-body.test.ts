import { describe, expect, it } from 'vitest';
import { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { checkBody } from '../../src/accept/check-body.ts';
import { growthOf } from '../support/growth.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

const withInvoices = (...invoices: unknown[]) => ({ invoice_batch: { invoices } });
const withLine = (line: unknown) => withInvoices({ lines: [line] });

/** Returns the message of a refusal, or null if the body is accepted. */
function messageOf(body: unknown): string | null {
  const checked = checkBody(body, FLAT_RULES);
  return checked.kind === 'checked' ? null : checked.message.en;
}

/** For each JSON type: how a message names it, and values of other types, which are refused. */
const WRONG: Record<string, [expected: string, ...values: unknown[]]> = {
  string: ['a string', 5, true, [], {}],
  number: ['a number', '5', true, [], {}],
  integer: ['an integer', '5', 1.5, true, [], {}],
  boolean: ['true or false', 'true', 0, 1, [], {}],
  array: ['an array', '[]', 5, true, { 0: {} }],
};
const SAFE = 'a safe integer (between -9007199254740991 and 9007199254740991)';

type Member = { anyOf: { type?: string }[] };
const typesOf = (properties: object) =>
  Object.entries(properties as Record<string, Member>).map(
    ([name, member]) => [name, member.anyOf[0]!.type!] as const,
  );

describe('the outer structure of a batch body', () => {
  it.each([
    [null, 'Body must be an object'],
    [[], 'Body must be an object'],
    ['x', 'Body must be an object'],
    [5, 'Body must be an object'],
    [true, 'Body must be an object'],
    [{}, 'invoice_batch is required'],
    [{ invoice_batch: null }, 'invoice_batch must be an object'],
    [{ invoice_batch: [] }, 'invoice_batch must be an object'],
    [{ invoice_batch: {} }, 'invoice_batch.invoices is required'],
    [{ invoice_batch: { invoices: null } }, 'invoice_batch.invoices must be an array'],
    [{ invoice_batch: { invoices: {} } }, 'invoice_batch.invoices must be an array'],
    [{ invoice_batch: { invoices: [] } }, 'Batch must contain at least 1 invoice'],
    [
      { invoice_batch: { invoices: [{}], external_batch_id: 5 } },
      'invoice_batch.external_batch_id must be a string',
    ],
    [{ invoice_batch: { invoices: [{}], extra: 1 } }, 'invoice_batch.extra is not allowed'],
    [{ ...withInvoices({}), extra: null }, 'extra is not allowed'],
    [{ ...withInvoices({}), 'an extra': null }, '["an extra"] is not allowed'],
    [{ ...withInvoices({}), 'a/b~c': null }, '["a/b~c"] is not allowed'],
    [
      JSON.parse('{"__proto__":{"invoice_batch":{"invoices":[{}]}}}'),
      'invoice_batch is required; __proto__ is not allowed',
    ],
    [{ constructor: 1, ...withInvoices({}) }, 'constructor is not allowed'],
    [JSON.parse('{"__proto__":null,"invoice_batch":{"invoices":[{}]}}'), '__proto__ is not allowed'],
  ])('is refused when the body is %j: %s', (body, message) => {
    expect(messageOf(body)).toBe(message);
  });

  it('may contain 1 to 1000 invoices, and is refused with 1001 [B2]', () => {
    expect(messageOf(buildBatchBody(1))).toBeNull();
    expect(messageOf(buildBatchBody(1000))).toBeNull();
    expect(messageOf(buildBatchBody(1001))).toBe('Batch cannot contain more than 1000 invoices');
  });

  it('may contain an external_batch_id of at most 255 characters', () => {
    const label = (length: number) => ({
      invoice_batch: { external_batch_id: 'x'.repeat(length), invoices: [{}] },
    });
    expect(messageOf(label(255))).toBeNull();
    expect(messageOf(label(256))).toBe('invoice_batch.external_batch_id must have at most 255 characters');
  });

  it.each(['x', '', null, 'ñ 😀\n'])('may contain the external_batch_id %j', (external_batch_id) => {
    expect(messageOf({ invoice_batch: { external_batch_id, invoices: [{}] } })).toBeNull();
  });

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00b'])(
    'is refused when PostgreSQL cannot store its external_batch_id: %j',
    (external_batch_id) => {
      expect(messageOf({ invoice_batch: { external_batch_id, invoices: [{}] } })).toBe(
        'invoice_batch.external_batch_id must be well-formed Unicode without NUL',
      );
    },
  );
});

describe('an external_batch_id [B11]', () => {
  it.each([
    ['a\u202eb', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['a\u2066b', 'U+2066 LEFT-TO-RIGHT ISOLATE'],
    [`x${'\u0336'.repeat(9)}`, 'more than 8 combining marks on one character: U+0336'],
  ])(
    'is refused if its characters would make it look like another text: %j',
    (external_batch_id, contains) => {
      expect(messageOf({ invoice_batch: { external_batch_id, invoices: [{}] } })).toContain(
        `invoice_batch.external_batch_id can't contain ${contains}`,
      );
    },
  );
});

describe('the members of an invoice', () => {
  it('are all optional and nullable', () => {
    const nothing = Object.fromEntries(Object.keys(InvoiceInput.properties).map((name) => [name, null]));
    const noLine = Object.fromEntries(Object.keys(InvoiceLineInput.properties).map((name) => [name, null]));
    expect(messageOf(withInvoices({}, nothing, { lines: [] }, { lines: [{}, noLine] }))).toBeNull();
  });

  it.each(typesOf(InvoiceInput.properties))('%s must be a JSON %s', (name, type) => {
    const [expected, ...values] = WRONG[type]!;
    for (const value of values) {
      const message = `invoice_batch.invoices[1].${name} must be ${expected}`;
      expect(messageOf(withInvoices({}, { [name]: value }))).toBe(message);
    }
  });

  it.each(typesOf(InvoiceLineInput.properties))('lines[].%s must be a JSON %s', (name, type) => {
    const [expected, ...values] = WRONG[type]!;
    for (const value of values) {
      const message = `invoice_batch.invoices[0].lines[0].${name} must be ${expected}`;
      expect(messageOf(withLine({ [name]: value }))).toBe(message);
    }
  });

  it.each([Infinity, -Infinity])(
    'are checked as numbers even when the number is too large for a double: %d',
    (value) => {
      const told = "can't have more than 12 digits before the decimal point";
      expect(messageOf(withLine({ units: value }))).toBe(`invoice_batch.invoices[0].lines[0].units ${told}`);
      expect(messageOf(withLine({ position: value }))).toBe(
        `invoice_batch.invoices[0].lines[0].position must be ${SAFE}`,
      );
      expect(messageOf(withLine({ concept: value }))).toBe(
        'invoice_batch.invoices[0].lines[0].concept must be a string',
      );
    },
  );

  it.each(['rectified_invoice_id', 'contact_id', 'invoiceable_serie_id'])(
    '%s must be a safe integer',
    (name) => {
      expect(messageOf(withInvoices({ [name]: Number.MAX_SAFE_INTEGER }, { [name]: -5 }))).toBeNull();
      for (const value of [2 ** 53, -(2 ** 53), 1e300]) {
        const message = `invoice_batch.invoices[0].${name} must be ${SAFE}`;
        expect(messageOf(withInvoices({ [name]: value }))).toBe(message);
      }
    },
  );

  it.each([
    [withInvoices(null), 'invoice_batch.invoices[0] must be an object'],
    [withInvoices({}, []), 'invoice_batch.invoices[1] must be an object'],
    [withLine(null), 'invoice_batch.invoices[0].lines[0] must be an object'],
    [withLine([]), 'invoice_batch.invoices[0].lines[0] must be an object'],
    [withInvoices({ extra: 1 }), 'invoice_batch.invoices[0].extra is not allowed'],
    [withLine({ extra: null }), 'invoice_batch.invoices[0].lines[0].extra is not allowed'],
    [withLine({ toString: 1 }), 'invoice_batch.invoices[0].lines[0].toString is not allowed'],
    [withLine(JSON.parse('{"__proto__":{}}')), 'invoice_batch.invoices[0].lines[0].__proto__ is not allowed'],
    [
      withInvoices({ ['x'.repeat(500)]: 1 }),
      `invoice_batch.invoices[0]["${'x'.repeat(80)}…"] is not allowed`,
    ],
  ])(
    'are refused when one is unknown, or when the invoice or line is not an object [B5]: case %#',
    (body, message) => {
      expect(messageOf(body)).toBe(message);
    },
  );
});

describe('several errors in one body', () => {
  it('are named in order, up to the first three', () => {
    const paths = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `invoice_batch.invoices[${index}].paid must be true or false`,
      );
    const body = (count: number) => withInvoices(...Array.from({ length: count }, () => ({ paid: 1 })));
    expect(messageOf(body(3))).toBe(paths(3).join('; '));
    expect(messageOf(body(4))).toBe(`${paths(3).join('; ')}; and more`);
    expect(messageOf(body(1000))).toBe(`${paths(3).join('; ')}; and more`);
  });

  it('are named within one invoice and across its lines', () => {
    const wrong = { ...buildInvoice(), lines: [{ units: 'x' }, {}, { units: 1, extra: 1 }] };
    expect(messageOf(withInvoices(buildInvoice(), wrong))).toBe(
      'invoice_batch.invoices[1].lines[0].units must be a number; invoice_batch.invoices[1].lines[2].extra is not allowed',
    );
  });

  it('are found in time that grows linearly with their number', async () => {
    const lines = Array.from({ length: 300_000 }, () => ({ wrong: 1 }));
    const check = (count: number) =>
      expect(messageOf(withInvoices({ lines: lines.slice(0, count) }))).toContain('and more');
    expect(await growthOf(check, { small: 30_000, large: 300_000 })).toBeLessThan(30);
  });
});
