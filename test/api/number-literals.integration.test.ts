import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TSchema } from 'typebox';
import { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildInvoice } from '../support/invoices.ts';

/*
 * The message about a number describes the number as the client wrote it, in every member that
 * accepts numbers.
 */

/** Lists the members whose schema has the given JSON type. */
const findMembers = (schema: { properties: Record<string, TSchema> }, type: string) =>
  Object.keys(schema.properties).filter((name) => {
    const text = JSON.stringify(schema.properties[name]);
    return text.includes(`"type":"${type}"`) && !text.includes('"type":"array"');
  });
const MEMBERS = [
  ...findMembers(InvoiceInput, 'number').map((name) => ({ name, isLine: false, isInteger: false })),
  ...findMembers(InvoiceLineInput, 'number').map((name) => ({ name, isLine: true, isInteger: false })),
  ...findMembers(InvoiceInput, 'integer').map((name) => ({ name, isLine: false, isInteger: true })),
  ...findMembers(InvoiceLineInput, 'integer').map((name) => ({ name, isLine: true, isInteger: true })),
];

const DECIMALS = /can't have more than [26] decimals$/;
const LARGE = /can't have more than 12 digits before the decimal point$/;
const DIGITS = /can't have more than 15 significant digits: round it to [236] decimals$/;
const INTEGER = /must be an integer$/;
const SAFE = /must be a safe integer \(/;
/** The number itself is valid, although its value may be refused. */
const READ = null;

type Case = readonly [literal: string, asNumber: RegExp | null, asInteger: RegExp | null];
const CASES: readonly Case[] = [
  ['1e-400', DECIMALS, INTEGER],
  ['-1e-400', DECIMALS, INTEGER],
  ['1E-400', DECIMALS, INTEGER],
  [`0.${'0'.repeat(400)}1`, DECIMALS, INTEGER],
  ['0.1e-20', DECIMALS, INTEGER],
  ['1e-7', DECIMALS, INTEGER],
  ['1e400', LARGE, SAFE],
  ['-1e400', LARGE, SAFE],
  ['9'.repeat(400), LARGE, SAFE],
  ['1e300', LARGE, SAFE],
  ['1e16', LARGE, SAFE],
  ['1.0000000000000001', DIGITS, INTEGER],
  ['123456789012.3456', DIGITS, INTEGER],
  ['-0', READ, READ],
  ['-0.0', READ, READ],
  ['0e-400', READ, READ],
  ['0e400', READ, READ],
  ['1E5', READ, READ],
  ['1.5e1', READ, READ],
  ['100000e-5', READ, READ],
  ['1.0000000000000000000000', READ, READ],
];

describe('the message about a number', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** Sends the literal as the value of the member. @returns all messages of the response. */
  async function send({ name, isLine }: (typeof MEMBERS)[number], literal: string): Promise<string[]> {
    const invoice = buildInvoice();
    Object.assign(isLine ? invoice.lines![0]! : invoice, { [name]: 'MARK' });
    const text = JSON.stringify({ invoice_batch: { invoices: [invoice] } }).replace('"MARK"', literal);
    const answer = await api.post(organization.token, text, {
      headers: { 'content-type': 'application/json' },
    });
    const { error, errors = {} } = answer.json<{
      error?: { message: string };
      errors?: Record<string, string[]>;
    }>();
    expect([201, 422]).toContain(answer.statusCode);
    return error === undefined ? Object.values(errors).flat() : [error.message];
  }

  it('is tested for every member that accepts numbers', () => {
    expect(MEMBERS.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'units',
        'tax_rate',
        'total_reimbursable_expenses_amount',
        'position',
        'contact_id',
      ]),
    );
    expect(MEMBERS.length).toBeGreaterThanOrEqual(10);
  });

  it.each(MEMBERS)('describes the number as it was written: $name', async (member) => {
    const seen = [];
    for (const [literal, asNumber, asInteger] of CASES) {
      const expected = member.isInteger ? asInteger : asNumber;
      const told = await send(member, literal);
      const ofNumber = told.filter((message) =>
        [DECIMALS, LARGE, DIGITS, INTEGER, SAFE].some((each) => each.test(message)),
      );
      const fits =
        expected === null ? ofNumber.length === 0 : ofNumber.length === 1 && expected.test(ofNumber[0]!);
      if (!fits) seen.push({ literal, told });
    }
    expect(seen).toEqual([]);
  });
});
