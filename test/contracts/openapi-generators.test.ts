import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PARTIAL_TYPE } from '../../src/api/queries/fields.ts';
import { dereference } from '../support/dereference.ts';
import { findSchemaErrors } from '../support/documented-answers.ts';

/* Rules that client generators need beyond those of the linters (test/lint/openapi.test.ts). */

type Schema = { readonly [keyword: string]: unknown };
type Media = {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Content = Readonly<Record<string, Media>>;
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Document = {
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const read = (name: string) => readFileSync(new URL(`../../src/generated/${name}`, import.meta.url), 'utf8');

/** The media types of answers as JSON: every answer, and the problems of RFC 9457. */
const JSON_TYPES = ['application/json', 'application/problem+json'];
/** Statuses of responses without a body. */
const EMPTY = ['204', '304'];
/**
 * Built-in types of Java, Python, PHP or C#, in addition to those of JavaScript: a generated type
 * of the same name would hide them.
 */
const TAKEN = ['Exception', 'List', 'Dictionary', 'Integer', 'Float', 'Double', 'Long', 'Void', 'Class'];

const listOperations = (operations: Operations): Operation[] =>
  Object.values(operations).flatMap((methods) => Object.values(methods));

/**
 * Lists every object within a part of the document, with its path. Objects that are not schemas
 * have none of the keywords of a schema.
 */
function listObjects(value: unknown, path: string): [path: string, Schema][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    name === 'examples' || name === 'enum' ? [] : listObjects(member, `${path}/${name}`),
  );
  return Array.isArray(value) ? inner : [[path, value as Schema], ...inner];
}

function findNames({ paths, webhooks, components }: Document): string[] {
  const ids = [...listOperations(paths), ...listOperations(webhooks)].map(({ operationId }) => operationId);
  return [
    ...ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id)).map((id) => `operationId ${id}`),
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `operationId ${id} is a duplicate`),
    ...Object.keys(components.schemas)
      .filter((name) => name in globalThis || TAKEN.includes(name) || !/^[A-Z][A-Za-z0-9]*$/.test(name))
      .map((name) => `schema ${name}`),
  ];
}

/** Finds object schemas that are defined inline; generators would invent names for their types. */
function findNameless(document: Document): string[] {
  const named = new Set(
    Object.keys(document.components.schemas).map((name) => `/components/schemas/${name}`),
  );
  return listObjects(document, '')
    .filter(([path, { type, properties }]) => type === 'object' && properties && !named.has(path))
    .map(([path]) => path);
}

/** Returns whether a choice is a decimal of a request: a number or a string with a pattern. */
const isDecimal = ([number, text, ...more]: readonly Schema[]) =>
  number!['type'] === 'number' && text?.['type'] === 'string' && 'pattern' in text && more.length === 0;

/**
 * Finds unions of several types, which generators cannot tell apart. "A type or null" is not such a
 * union, and neither is a decimal of a request.
 */
function findChoices(document: Document): string[] {
  return listObjects(document, '').flatMap(([path, schema]) =>
    ['anyOf', 'oneOf', 'allOf']
      .filter((word) => {
        const choices = schema[word] as readonly Schema[] | undefined;
        const types = choices?.filter(({ type }) => type !== 'null');
        return types && types.length !== 1 && !isDecimal(types);
      })
      .map((word) => `${path}/${word}`),
  );
}

/** Finds examples and defaults that violate their own schema. */
function findUnfitting(document: Document): string[] {
  return listObjects(dereference(document), '').flatMap(([path, object]) => {
    const { examples, default: preset, schema } = object;
    const own = Array.isArray(examples) ? (examples as unknown[]) : [];
    const values = 'default' in object && 'type' in object ? [...own, preset] : own;
    const ofMedia =
      typeof schema === 'object' && !Array.isArray(examples)
        ? Object.values((object as Media).examples ?? {}).map(({ value }) => value)
        : [];
    const { examples: _shown, ...plain } = object;
    return [
      ...values.flatMap((value) => findSchemaErrors(plain, value)),
      ...ofMedia.flatMap((value) => findSchemaErrors(schema as Schema, value)),
    ].map((error) => `${path}: ${error}`);
  });
}

/**
 * Finds responses that are neither one JSON schema nor files, files that are not declared as
 * binary, and a 304 of an operation without If-None-Match. If a parameter chooses the format or the
 * members, the schema of the whole answer comes first: generators take the first one.
 */
function findAnswers({ paths }: Document): string[] {
  return listOperations(paths).flatMap(({ operationId, parameters = [], responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      if (EMPTY.includes(status)) {
        const asks = parameters.some(({ name }) => name === 'If-None-Match');
        return content || (status === '304' && !asks) ? [`${operationId} ${status}`] : [];
      }
      const media = Object.entries(content ?? {});
      const isChosen = parameters.some((parameter) => parameter.name === 'format');
      const hasFields = parameters.some((parameter) => parameter.name === 'fields');
      const types = hasFields && status === '200' ? ['application/json', PARTIAL_TYPE] : JSON_TYPES;
      const isTold = media.every(([type, { schema }], place) =>
        type.endsWith('json')
          ? typeof schema['$ref'] === 'string' &&
            (media.every(([each], at) => types.indexOf(each) === at) || (isChosen && place === 0))
          : schema['type'] === 'string' && schema['format'] === 'binary',
      );
      return media.length > 0 && isTold ? [] : [`${operationId} ${status}`];
    }),
  );
}

const RULES = {
  'has names that are unique identifiers and hide no built-in type': findNames,
  'names every object schema': findNameless,
  'has no union of several types': findChoices,
  'has examples and defaults that match their schemas': findUnfitting,
  'has a schema for every response, binary files, and If-None-Match wherever it has a 304': findAnswers,
};

describe('the OpenAPI document for client generators', () => {
  describe.each(['openapi-v1.json', 'openapi-v2.json'])('%s', (name) => {
    const document = JSON.parse(read(name)) as Document;

    it.each(Object.entries(RULES))('%s', (_rule, find) => expect(find(document)).toEqual([]));
  });
});
