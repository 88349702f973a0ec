import { expect, it } from 'vitest';
import openApi from '#src/generated/openapi-v2.json' with { type: 'json' };
import type { Keywords } from '../../src/contracts/members.ts';
import { INVOICE_MEMBERS } from '../../src/contracts/v2/invoice-members.ts';
import { LINE_MEMBERS } from '../../src/contracts/v2/line-members.ts';
import { ALL_DOCUMENTS, listBlocks } from './support/documents.ts';

/*
 * Version 2 keeps members of version 1 that have a successor. Its documents and examples use the
 * successors, so that a reader sees one way for each thing.
 */

type Members = Readonly<Record<string, Keywords>>;
const listOlder = (members: Members) =>
  Object.entries(members).flatMap(([name, { older }]) =>
    older === undefined ? [] : [[name, older] as const],
  );
const OF_INVOICES = listOlder(INVOICE_MEMBERS);
const OF_LINES = listOlder(LINE_MEMBERS);
const OLDER = new RegExp(
  String.raw`\b(?:${[...OF_INVOICES, ...OF_LINES].map(([name]) => name).join('|')})\b`,
  'g',
);

/** The documents whose examples are requests of version 1. */
const VERSION_1 = new Set(['README.md', 'docs/api.md']);

it('the members of version 1 that have a successor are those that version 2 keeps for its programs', () => {
  expect(Object.fromEntries([...OF_INVOICES, ...OF_LINES])).toEqual({
    rectified_invoice_id: 'rectification',
    recipient_legal_name: 'recipients',
    recipient_document_type: 'recipients',
    recipient_document_number: 'recipients',
    recipient_billing_address: 'recipients',
    recipient_billing_postal_code: 'recipients',
    recipient_billing_city: 'recipients',
    recipient_country_code: 'recipients',
    payment_method: 'payment',
    payment_method_info: 'payment',
    discount_percent: 'allowances',
  });
});

it.each([
  ['InvoiceInput', OF_INVOICES],
  ['InvoiceLineInput', OF_LINES],
] as const)(
  'the OpenAPI document names the successor of each of them in %s, which exists',
  (shape, older) => {
    const properties: Readonly<Record<string, { description: string }>> =
      openApi.components.schemas[shape].properties;
    for (const [name, successor] of older) {
      expect(properties[name]!.description).toMatch(`\`${successor}\` stands in its place.`);
      expect(properties[successor]).toBeDefined();
    }
  },
);

it('no example of a request in the OpenAPI document of version 2 has one of them', () => {
  const bodies = Object.entries(openApi.paths).flatMap(([route, methods]) =>
    Object.entries(methods as Record<string, { requestBody?: { content: object } }>).flatMap(
      ([method, { requestBody }]) =>
        Object.values(
          (requestBody?.content ?? {}) as Record<string, { example?: unknown; examples?: unknown }>,
        ).map(({ example, examples }) => ({
          name: `${method} ${route}`,
          text: JSON.stringify([example, examples]),
        })),
    ),
  );
  expect(bodies.some(({ text }) => text.includes('"recipients"'))).toBe(true);
  expect(
    bodies.flatMap(({ name, text }) => (text.match(OLDER) ?? []).map((found) => `${name}: ${found}`)),
  ).toEqual([]);
});

/** The column of an export in which `ibe` reads the document of a buyer, whatever the invoice says. */
const COLUMN = 'recipient_document_number';

it('no example in a document has one of them, except in those of version 1', () => {
  const found = ALL_DOCUMENTS.filter((document) => !VERSION_1.has(document)).flatMap((document) =>
    listBlocks(document).flatMap(({ line, text }) =>
      (text.match(OLDER) ?? [])
        .filter((name) => !(name === COLUMN && text.includes('--preset')))
        .map((name) => `${document}, line ${line}: ${name}`),
    ),
  );
  expect(found).toEqual([]);
});
