import * as fc from 'fast-check';
import type { CreateBatchBody } from '../../../src/contracts/invoice-input.ts';
import { nearlyValidInputs, oddInputs } from '../../domain/support/arbitrary-inputs.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    ' ',
    '\u202e',
    '\ufffe',
    "'; drop table batches;--",
  ),
);
/** JSON texts of values, including numbers in forms that JSON.stringify never writes. */
const literal = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '1e400',
    '-1e400',
    '1e-400',
    '-0',
    '9007199254740993',
    '0.30000000000000004',
    '1E+2',
    '{}',
    '[]',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('null', 'true', '"F1"', '"R1"', '"iva"', '"01"', '"S2"', '"E1"', '"2026-11-20"', '21'),
);

const batches: fc.Arbitrary<CreateBatchBody> = fc
  .array(nearlyValidInputs, { minLength: 1, maxLength: 5 })
  .map((invoices) => ({ invoice_batch: { invoices } }));

/** Bodies with a valid structure, most of which are accepted in part. */
export const nearlyValidBodies: fc.Arbitrary<string> = batches.map((body) => JSON.stringify(body));

/** Bodies with a valid structure and values of any kind. */
export const oddBodies: fc.Arbitrary<string> = fc
  .array(oddInputs, { minLength: 1, maxLength: 5 })
  .map((invoices) => JSON.stringify({ invoice_batch: { invoices } }));

/** Bodies in which some values were replaced and some members renamed. */
export const bodiesWithStrangers: fc.Arbitrary<string> = fc
  .tuple(batches, fc.array(fc.tuple(fc.nat(), literal, fc.option(text)), { minLength: 1, maxLength: 4 }))
  .map(([body, changes]) => {
    let json = JSON.stringify(body);
    for (const [pick, value, name] of changes) {
      const members = [...json.matchAll(/"(\w+)":("[^"\\]*"|-?[\d.]+|null|true|false)/g)];
      const member = members[pick % Math.max(1, members.length)];
      if (!member) break;
      const replacement = `${name === null ? `"${member[1]}"` : JSON.stringify(name)}:${value}`;
      json = json.slice(0, member.index) + replacement + json.slice(member.index + member[0].length);
    }
    return json;
  });

/** Bodies in which some bytes were replaced, removed or added. */
export const brokenBodies: fc.Arbitrary<Buffer> = fc
  .tuple(
    batches,
    fc.array(
      fc.tuple(fc.nat(), fc.integer({ min: 0, max: 2 }), fc.uint8Array({ minLength: 1, maxLength: 3 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([body, changes]) => {
    let bytes = Buffer.from(JSON.stringify(body));
    for (const [pick, removed, added] of changes) {
      const at = pick % bytes.length;
      bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
    }
    return bytes;
  });

/** Any JSON text in place of a body, a batch or its invoices. */
export const strangeBodies: fc.Arbitrary<string> = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom(
      '?',
      '{"invoice_batch":?}',
      '{"invoice_batch":{"invoices":?}}',
      '{"invoice_batch":{"invoices":[?]}}',
    ),
  )
  .map(([json, place]) => place.replace('?', () => json));
