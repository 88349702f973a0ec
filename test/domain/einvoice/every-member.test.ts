import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { acceptedDocuments } from '../support/accepted-documents.ts';
import { completedDocuments } from '../support/completed-documents.ts';
import { completeForFacturae } from '../support/facturae-documents.ts';
import { readStatement, states } from '../support/read-said.ts';
import { findSaid, type Leaf, type SaidFormat } from '../support/said-in-formats.ts';
import { writeIfExpressible } from '../support/written-documents.ts';

type Node = { type?: string; properties?: Record<string, Node>; items?: Node; anyOf?: Node[] };

/** Lists the paths of the values of a schema. */
function listPaths(schema: TSchema): string[] {
  const walk = (node: Node, path: string): string[] =>
    (node.anyOf ?? [node]).flatMap(({ properties, items, type }) => {
      if (properties !== undefined)
        return Object.entries(properties).flatMap(([name, child]) =>
          walk(child, path === '' ? name : `${path}.${name}`),
        );
      if (items !== undefined) return walk(items, `${path}[]`);
      return type === 'null' ? [] : [path];
    });
  return walk(schema, '');
}

const PATHS = [...new Set(listPaths(InvoiceDocument))];

function listLeaves(
  value: unknown,
  path = '',
  owner: Leaf['owner'] = {},
): (Leaf & { readonly path: string })[] {
  if (Array.isArray(value)) return value.flatMap((item) => listLeaves(item, `${path}[]`, owner));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      listLeaves(member, path === '' ? name : `${path}.${name}`, value as Leaf['owner']),
    );
  return value === null ? [] : [{ path, value, owner }];
}

/** The CII of a hybrid PDF is that of `cii`, and can name several preceding invoices. */
const WRITE: Readonly<Record<SaidFormat, (document: InvoiceDocument) => string>> = {
  ubl: (document) => writeXml('ubl', { document, profile: buildProfile() }),
  cii: (document) => writeXml('hybrid', { document, profile: buildProfile() }),
  facturae: (document) => writeFacturae(document, buildProfile()),
};
const FORMATS = ['ubl', 'cii', 'facturae'] as const;

/** Lists the values of a document that its text in a format does not state. */
function listUnsaid(document: InvoiceDocument, format: SaidFormat, xml: string): unknown[] {
  const statement = readStatement(xml);
  return listLeaves(document)
    .filter((leaf) => !states(statement, findSaid(leaf.path)!(leaf, { document, format })))
    .map(({ path, value }) => [path, value]);
}

const documents = fc.oneof(acceptedDocuments.map(completeForFacturae), completedDocuments);

const RUNS = runsOf(300);

describe('every member of a document', () => {
  it('has a rule that says how the formats state it', () => {
    expect(PATHS.filter((path) => findSaid(path) === undefined)).toEqual([]);
  });

  it.each(FORMATS)('that the page shows is stated in %s as well', (format) => {
    let written = 0;
    fc.assert(
      fc.property(documents, (document) => {
        const xml = writeIfExpressible(() => WRITE[format](document));
        if (xml === null) return;
        written += 1;
        expect(listUnsaid(document, format, xml)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(written).toBeGreaterThan(RUNS / 3);
  });
});
