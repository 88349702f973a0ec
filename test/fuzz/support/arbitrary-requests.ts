import type { HTTPMethods } from 'fastify';
import * as fc from 'fast-check';
import { type JsonSchema, nearlyValuesOf, texts, valuesOf } from './arbitrary-json.ts';

type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
};
type BodyContent = {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
export type Operation = {
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, BodyContent>> };
};
export type FuzzedDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The existing tokens, keys and ids. */
export type Known = {
  readonly tokens: readonly string[];
  readonly apiKeys: readonly string[];
  readonly ids: readonly number[];
  readonly keys: readonly string[];
};

export type FuzzedRequest = {
  /** Name of the operation: `GET /api/v1/invoice_batches/{id}`. */
  readonly operation: string;
  readonly method: HTTPMethods;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
};

export const nameOperation = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

/**
 * Generates requests based on the document, valid, nearly valid and hostile ones, with the same
 * probability for every operation.
 */
export function requestsOf(document: FuzzedDocument, known: Known): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return fc.oneof(
    ...operations.map(({ path, method, operation }) =>
      fc.oneof(
        { weight: 4, arbitrary: requests(path, method, operation, known) },
        // The others are hardly ever right in all of their parts.
        { weight: 1, arbitrary: documentedRequests(path, method, operation, known) },
      ),
    ),
  );
}

/**
 * Generates requests with a known id and token, and with an example of the document as their body.
 */
function documentedRequests(
  path: string,
  method: string,
  operation: Operation,
  known: Known,
): fc.Arbitrary<FuzzedRequest> {
  const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const samples = Object.values(examples).map(({ value }) => JSON.stringify(value));
  const parameters = operation.parameters ?? [];
  /** The first value of each parameter that has a list of values. */
  const choices = new Map(
    parameters.flatMap(({ name, schema }) =>
      schema.enum === undefined ? [] : [[name, String(schema.enum[0])]],
    ),
  );
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const query = required.map(({ name, schema }) => `${name}=${usualValueOf(schema)}`).join('&');
  return fc
    .record({
      id: fc.constantFrom(...known.ids),
      token: fc.constantFrom(...known.tokens),
      key: fc.uuid(),
      body: samples.length === 0 ? fc.constant(undefined) : fc.constantFrom(...samples),
    })
    .map(({ id, token, key, body }) => ({
      operation: nameOperation(method, path),
      method,
      url:
        path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => choices.get(name) ?? String(id)) +
        (query && `?${query}`),
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    }));
}

function requests(
  path: string,
  method: HTTPMethods,
  operation: Operation,
  known: Known,
): fc.Arbitrary<FuzzedRequest> {
  const parameters = (operation.parameters ?? []).map(flatten);
  const body = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      // Occasionally a method that the document does not contain.
      method: mostly<HTTPMethods>(
        fc.constant(method),
        fc.constantFrom<HTTPMethods>('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
      ),
      path: fc.record(collect(parameters, 'path', ({ schema }) => pathValues(schema, known))),
      // At most a few of the parameters are set. If each one is invalid at times, all of them would
      // hardly ever be valid together.
      query: fc
        .tuple(
          fc.record(collect(parameters.filter(isRequired), 'query', requiredValues)),
          fc.oneof(
            fc.constant({}),
            fc.record(
              collect(
                parameters.filter((parameter) => !isRequired(parameter)),
                'query',
                ({ schema }) => fc.option(queryValues(schema), { freq: 2, nil: [] }),
              ),
              { requiredKeys: [] },
            ),
          ),
        )
        .map(([required, optional]) => ({ ...required, ...optional })),
      extra: rarely(fc.tuple(texts, texts)),
      headers: headers(operation, known),
      payload: body ? bodies(body, known) : fc.constant(undefined),
    })
    .map(({ path: values, query, extra, headers: sent, payload, method: chosen }) => ({
      operation: nameOperation(method, path),
      method: chosen,
      url: buildUrl(path, values, query, extra),
      headers: sent,
      ...(payload === undefined || chosen !== method ? {} : { payload }),
    }));
}

/** Returns one pair of a parameter that is an object in the style `metadata[key]=value`. */
function flatten(parameter: Parameter): Parameter {
  if (parameter.schema.type !== 'object') return parameter;
  return { ...parameter, name: `${parameter.name}[shop]`, schema: { type: 'string' } };
}

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  mostly<T | undefined>(fc.constant(undefined), arbitrary);

function collect<T>(
  parameters: readonly Parameter[],
  place: string,
  build: (parameter: Parameter) => fc.Arbitrary<T>,
): Record<string, fc.Arbitrary<T>> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, build(parameter)]),
  );
}

const pathValues = (schema: JsonSchema, known: Known): fc.Arbitrary<string> =>
  schema.enum === undefined ? ids(schema, known) : fc.constantFrom(...schema.enum.map(String));

const ids = (schema: JsonSchema, known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.ids).map(String) },
    { weight: 2, arbitrary: valuesOf(schema).map(String) },
    { weight: 2, arbitrary: texts },
    { weight: 1, arbitrary: fc.bigInt().map(String) },
  );

const isRequired = ({ required }: Parameter): boolean => required === true;

/** Returns the first value of a list, a day or the month of the issued invoices, or their issuer. */
function usualValueOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return String(schema.enum[0]);
  if (schema.format === 'date') return '2026-11-20';
  return schema.format === 'year-month' ? '2026-11' : 'B12345674';
}

const requiredValues = ({ schema }: Parameter): fc.Arbitrary<string[]> =>
  mostly(fc.constant([usualValueOf(schema)]), queryValues(schema));

const queryValues = (schema: JsonSchema): fc.Arbitrary<string[]> =>
  mostly(
    fc
      .oneof(
        { weight: 3, arbitrary: valuesOf(schema).map(String) },
        { weight: 3, arbitrary: fc.constantFrom('1', '2', '100', '101', '0') },
        { weight: 1, arbitrary: texts },
      )
      .map((one) => [one]),
    fc.array(texts, { maxLength: 3 }),
  );

function headers(operation: Operation, known: Known): fc.Arbitrary<Record<string, string>> {
  const isOpen = operation.security?.length === 0;
  return fc
    .record({
      authorization: isOpen
        ? fc.constant(undefined)
        : mostly<string | undefined>(
            fc.constantFrom(...known.tokens).map((token) => `Bearer ${token}`),
            fc.oneof(
              fc.constant(undefined),
              headerTexts,
              headerTexts.map((text) => `Bearer ${text}`),
            ),
          ),
      'idempotency-key': mostly<string | undefined>(
        fc.oneof(fc.uuid(), fc.constantFrom(...known.keys)),
        fc.oneof(fc.constant(undefined), headerTexts),
      ),
      'content-type': mostly<string | undefined>(
        fc.constant('application/json'),
        fc.oneof(
          fc.constant(undefined),
          headerTexts,
          fc.constantFrom(
            'application/json; charset=utf-8',
            'text/plain',
            'application/jsonx',
            'application/ json',
          ),
        ),
      ),
      'if-none-match': rarely(fc.oneof(headerTexts, fc.constant('*'))),
      'x-request-id': rarely(headerTexts),
      accept: rarely(headerTexts),
      'content-encoding': rarely(fc.constantFrom('gzip', 'identity')),
    })
    .map(
      (all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >,
    );
}

/** The characters that HTTP allows in a header. */
const headerTexts = texts.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?'));

function bodies(schema: JsonSchema, { apiKeys }: Known): fc.Arbitrary<string | Buffer | undefined> {
  const asJson = (values: fc.Arbitrary<unknown>) => values.map((value) => JSON.stringify(value) ?? '');
  const usual = asJson(valuesOf(schema));
  return fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 6, arbitrary: asJson(nearlyValuesOf(schema)) },
    { weight: 2, arbitrary: fc.constantFrom(...apiKeys).map((key) => JSON.stringify({ api_key: key })) },
    // Truncated or changed bytes of a JSON text.
    {
      weight: 2,
      arbitrary: fc
        .tuple(usual, fc.nat(), fc.uint8Array({ minLength: 0, maxLength: 4 }))
        .map(([text, place, bytes]) => {
          const whole = Buffer.from(text);
          const at = place % (whole.length + 1);
          return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + 1)]);
        }),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function buildUrl(
  path: string,
  values: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string[] | undefined>>,
  extra: readonly [string, string] | undefined,
): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  // Clients remove the segments `.` and `..` from a path (RFC 3986, 5.2.4), which would lead to
  // another operation.
  const pathname = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encode(values[name] ?? '').replace(/^\.{1,2}$/, 'dots'),
  );
  const pairs = Object.entries(query).flatMap(([name, list = []]) =>
    list.map((value) => [name, value] as const),
  );
  const search = [...pairs, ...(extra ? [extra] : [])].map(
    ([name, value]) => `${encode(name)}=${encode(value)}`,
  );
  return search.length === 0 ? pathname : `${pathname}?${search.join('&')}`;
}
