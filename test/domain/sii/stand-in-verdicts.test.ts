import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../packages/aeat-sandbox/src/sii/records/read-invoice.ts';
import { buildInvoiceCase } from '../../../packages/aeat-sandbox/src/sii/rules/case.ts';
import {
  INVOICE_RULES,
  INVOICE_WARNINGS,
} from '../../../packages/aeat-sandbox/src/sii/rules/judge-invoice.ts';
import { buildCensus } from '../../../packages/aeat-sandbox/src/taxpayers/census.ts';
import { findChildren } from '../../../packages/aeat-sandbox/src/xml/element.ts';
import { openSoapBody } from '../../../packages/aeat-sandbox/src/xml/open-soap-body.ts';
import { parseXml } from '../../../packages/aeat-sandbox/src/xml/parse-xml.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { FLAT_RULES, FULL_RULES, type RequestRules } from '../../../src/domain/reading/request-rules.ts';
import { draftEntry } from '../../../src/domain/sii/draft-entry.ts';
import type { SiiEntry } from '../../../src/domain/sii/entry.ts';
import { buildMessage } from '../../../src/domain/sii/messages/build-message.ts';
import { writeEntry } from '../../../src/domain/sii/messages/write-entry.ts';
import { numberOf } from '../../support/long.ts';
import { acceptedV1Documents, acceptedV2Documents } from '../support/accepted-documents.ts';
import { TODAY } from '../support/inputs.ts';

/*
 * The rules of the stand-in are written from the facts about SII and not from the mapping: what the
 * mapping does not refuse, they accept.
 */

const census = buildCensus();
const RUNS = numberOf({ short: 300, long: 10_000 });
const JUDGING_MS = numberOf({ short: 60_000, long: 1_800_000 });

/**
 * What no draft can avoid: a recipient who is not in the census (2011), a margin so small that its
 * tax rounds to 0 (1258), and an old recargo that a rectification gives back whose original is not
 * stored (1198).
 */
const EXPECTED: ReadonlySet<number> = new Set([2011, 1258, 1198]);

function listBroken(entry: SiiEntry): number[] {
  const record = writeEntry(entry, { number: 'A/1', externalReference: '1' });
  const message = buildMessage({ kind: 'A0', issuer: entry.issuer, records: [record] });
  const [element] = findChildren(openSoapBody(parseXml(message)), 'RegistroLRFacturasEmitidas');
  const given = buildInvoiceCase(readInvoice(element!), {
    taxpayer: entry.issuer,
    communication: 'A0',
    now: Date.parse(`${TODAY}T12:00:00Z`),
    census,
  });
  return [...INVOICE_RULES, ...INVOICE_WARNINGS].filter((rule) => rule.breaks(given)).map(({ code }) => code);
}

function draftOf(
  document: InvoiceDocument,
  rules: RequestRules,
  enteredOn: string | null = null,
): SiiEntry | null {
  const drafted = draftEntry(document, { settlementPeriod: 'month', rules, enteredOn });
  return drafted.kind === 'drafted' ? drafted.entry : null;
}

const entriesOf = (enteredOn: string | null) =>
  fc
    .oneof(
      {
        weight: 3,
        arbitrary: acceptedV2Documents.map((document) => draftOf(document, FULL_RULES, enteredOn)),
      },
      {
        weight: 1,
        arbitrary: acceptedV1Documents.map((document) => draftOf(document, FLAT_RULES, enteredOn)),
      },
    )
    .filter((entry) => entry !== null);
/** After every invoice, so that none belongs to a period in SII. */
const AFTERWARDS = '2035-01-01';

describe('the record of an accepted invoice', () => {
  it(
    'breaks no rule of SII that the stand-in knows',
    () => {
      fc.assert(
        fc.property(entriesOf(null), (entry) => {
          expect(listBroken(entry).filter((code) => !EXPECTED.has(code))).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    JUDGING_MS,
  );

  it(
    'breaks none with key 16 either, if its issuer entered SII afterwards',
    () => {
      fc.assert(
        fc.property(entriesOf(AFTERWARDS), (entry) => {
          expect(entry.invoice.keys).toEqual(['16']);
          // Without a margin the price must be stated, which differs from the margin (2025).
          expect(listBroken(entry).filter((code) => !EXPECTED.has(code) && code !== 2025)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    JUDGING_MS,
  );
});
