import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { fromJSONSchema } from 'zod';
import type { InvoiceBatch, WholeInvoice } from '../../clients/typescript/src/shapes.ts';
import { closeAnswers } from '../support/close-answers.ts';
import { dereference } from '../support/dereference.ts';
import { findSchemaErrors } from '../support/documented-answers.ts';
import { buildValue, PLANTED, type Schema } from './support/build-value.ts';

/*
 * What later versions may add to the answers of version 2 (docs/api-v2.md, versioning policy):
 * members, and values of enumerations. A client that validates by today's document accepts them.
 */

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Document = { readonly paths: Operations; readonly webhooks: Operations };

const TEXT = readFileSync(new URL('../../src/generated/openapi-v2.json', import.meta.url), 'utf8');
const SERVED = JSON.parse(TEXT) as Document;
const OPEN = dereference(SERVED);
const CLOSED = closeAnswers(OPEN);

const listOperations = (operations: Operations) =>
  Object.values(operations).flatMap((one) => Object.values(one));
const listJson = (place: string, content: Content = {}): [place: string, schema: Schema][] =>
  Object.entries(content).flatMap(([type, { schema }]) =>
    type.endsWith('json') ? [[`${place} ${type}`, schema]] : [],
  );

/** Lists the schemas of everything that the engine sends as JSON, the error answers once. */
function listSent({ paths, webhooks }: Document): [place: string, schema: Schema][] {
  const seen = new Set<string>();
  return [
    ...listOperations(paths).flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        listJson(`${operationId} ${status}`, content),
      ),
    ),
    ...listOperations(webhooks).flatMap(({ operationId, requestBody }) =>
      listJson(operationId, requestBody?.content),
    ),
  ].filter(([, schema]) => seen.size < seen.add(JSON.stringify(schema)).size);
}

/** Lists the schemas of requests, except that for a session, which is as in version 1. */
const listBodies = ({ paths }: Document) =>
  listOperations(paths).flatMap(({ operationId, requestBody }) =>
    operationId === 'createSession' ? [] : listJson(operationId, requestBody?.content),
  );

const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('the answers of version 2', () => {
  const closed = new Map(listSent(CLOSED));

  it.each(listSent(OPEN))('accept members and values that a later version adds: %s', (place, schema) => {
    const today = buildValue(schema);
    const later = {
      withMember: buildValue(schema, { member: true }),
      withValue: buildValue(schema, { value: true }),
    };
    const judges = {
      TypeBox: (value: unknown) => findSchemaErrors(schema, value).length === 0,
      Ajv: ajv.compile(schema),
      zod: (value: unknown) => fromJSONSchema(schema).safeParse(value).success,
    };
    for (const [name, accepts] of Object.entries(judges))
      for (const value of [today, later.withMember, later.withValue])
        expect(accepts(value), `${name}: ${JSON.stringify(value)}`).toBe(true);
    // The tests of the engine itself judge by the closed document, which refuses both.
    const strict = closed.get(place)!;
    expect(findSchemaErrors(strict, today)).toEqual([]);
    const planted = Object.values(later).filter((value) => JSON.stringify(value).includes(PLANTED));
    expect(planted.filter((value) => findSchemaErrors(strict, value).length === 0)).toEqual([]);
  });

  it('have several values in no enumeration, and allow further members in every object', () => {
    const found = listSent(SERVED).length;
    expect(found).toBeGreaterThan(20);
    const wrong: string[] = [];
    const visit = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: values, properties, additionalProperties } = value as Schema;
      if (Array.isArray(values) && values.length > 1) wrong.push(`${place}: closed enumeration`);
      if (properties !== undefined && additionalProperties !== true) wrong.push(`${place}: closed object`);
      for (const [name, member] of Object.entries(value))
        if (name !== 'examples') visit(member, `${place}/${name}`);
    };
    for (const [place, schema] of listSent(OPEN)) visit(schema, place);
    expect(wrong).toEqual([]);
  });
});

describe('the requests of version 2', () => {
  it.each(listBodies(OPEN))('refuse unknown members: %s', (_place, schema) => {
    expect(findSchemaErrors(schema, buildValue(schema))).toEqual([]);
    expect(findSchemaErrors(schema, buildValue(schema, { member: true }))).not.toEqual([]);
  });

  it('state decimals so that zod accepts numbers and strings, and refuses other strings', () => {
    const schema = new Map(listBodies(OPEN)).get('createInvoiceBatch application/json')!;
    const body = (price: unknown) => ({
      invoice_batch: {
        invoices: [
          {
            issuer_nif: 'B12345674',
            number_serie: 'A-1',
            lines: [{ concept: 'a', units: 1, unit_price: price, tax_rate: null }],
          },
        ],
      },
    });
    const judge = fromJSONSchema(schema);
    const accepted = [12.5, '12.50', -3, '-3', '1,50', true, null].map(
      (price) => judge.safeParse(body(price)).success,
    );
    expect(accepted).toEqual([true, true, true, true, false, false, false]);
  });

  it('have no keyword of one type beside a list of types', () => {
    const mixed = TEXT.match(/"type":\["number","string"[^\]]*\]/g);
    expect(mixed).toBeNull();
  });
});

describe('generated types', () => {
  it('of openapi-typescript are texts where later versions add values', async () => {
    const text = astToString(await openapiTypescript(JSON.parse(TEXT) as OpenAPI3));
    expect(text).toMatch(/InvoiceBatch: \{[^}]*status: string;/s);
  });

  it('of the TypeScript client accept a later state, and keep those of today', () => {
    const later = 'a_later_state' satisfies InvoiceBatch['status'] satisfies NonNullable<
      WholeInvoice['verifactu_state']
    >;
    const today: InvoiceBatch['status'] = 'processed';
    expect([later, today]).toEqual(['a_later_state', 'processed']);
    const client = readFileSync(
      new URL('../../clients/typescript/src/generated/schema.ts', import.meta.url),
      'utf8',
    );
    expect(client).toMatch(/status: "received" \| "processing" [^;]*\| \(string & \{\}\);/);
  });

  it('of the Python client accept a later state, and keep those of today', () => {
    const file = '../../clients/python/src/invoice_batch_engine/types.py';
    const python = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(python).toMatch(
      /class InvoiceBatch\(TypedDict\):[^=]*status: Union\[Literal\["received", [^\]]*\], str\]/s,
    );
  });
});
