import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotExpressible } from '../../../../src/domain/einvoice/refusal.ts';
import { prepareSpfe } from '../../../../src/domain/einvoice/spfe/write-spfe.ts';
import { readCents } from '../../../../src/domain/money/decimals.ts';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { acceptedDocuments } from '../../support/accepted-documents.ts';
import { completedDocuments } from '../../support/completed-documents.ts';
import { openSyntaxSchema } from '../../support/en16931-judge.ts';
import { judgeRandomInvoices, JUDGING_MS, RANDOM_INVOICES } from '../../support/random-invoices.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';
import { spanishBuyers } from '../../support/spanish-buyers.ts';
import { listObjections } from '../../support/spfe-stand-in.ts';
import { readTerms, type Terms } from '../../support/spfe-terms.ts';
import { writtenDocuments } from '../../support/written-documents.ts';
import type { XmlSchema } from '../../support/xml-schema.ts';

const QR = 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=A%2F1';

/** Most have one recipient in Spain, because the writer refuses nearly all others. */
const documents = fc.oneof(
  { arbitrary: acceptedDocuments, weight: 1 },
  { arbitrary: fc.oneof(acceptedDocuments, completedDocuments).map(spanishBuyers), weight: 6 },
);
/** The rules of those that are generated and refused. */
const rules = new Set<string>();
const isCopyOf = (document: InvoiceDocument) => document.number.length % 2 === 0;
const INVOICES = writtenDocuments((document, profile) => {
  const source = { document, profile, qrUrl: QR, isCopy: isCopyOf(document) };
  try {
    return prepareSpfe(source)();
  } catch (error) {
    if (error instanceof NotExpressible) rules.add(error.refusal.rule);
    throw error;
  }
}, documents);
const KNOWN_RULE = /^(?:SPFE (?:L[0-9]|BT-(?:[0-9]+|ES-[0-9]+)(?: RCAT)?)|BR-07|BG-7|BR-CL-04)$/;

const cents = (value: unknown): bigint => (value === undefined ? 0n : readCents(value as string));
const add = (groups: unknown, term: string): bigint =>
  ((groups ?? []) as Terms[]).reduce((sum, group) => sum + cents(group[term]), 0n);

/** Lists the sums of Annex I that do not hold. */
function findWrongSums(terms: Terms, { totals, paid }: InvoiceDocument): string[] {
  const sums: Readonly<Record<string, readonly [bigint, bigint]>> = {
    'BT-106': [cents(terms['BT-106']), add(terms['BG-25'], 'BT-131')],
    'BT-107': [cents(terms['BT-107']), add(terms['BG-20'], 'BT-92')],
    'BT-108': [cents(terms['BT-108']), add(terms['BG-21'], 'BT-99')],
    'BT-109': [
      cents(terms['BT-109']),
      cents(terms['BT-106']) - cents(terms['BT-107']) + cents(terms['BT-108']),
    ],
    'BT-110': [cents(terms['BT-110']), add(terms['BG-23'], 'BT-117')],
    'BT-112': [cents(terms['BT-112']), cents(terms['BT-109']) + cents(terms['BT-110'])],
    'BT-112 as issued': [cents(terms['BT-112']), readCents(totals.total)],
    'BT-115': [
      cents(terms['BT-115']),
      cents(terms['BT-112']) - cents(terms['BT-113']) + add(terms['BG-34'], 'BT-179'),
    ],
    'BT-115 as issued': [cents(terms['BT-115']), paid === true ? 0n : readCents(totals.payable)],
    'BT-ES-17': [cents(terms['BT-ES-17']), add(terms['BG-ES-4'], 'BT-ES-19')],
  };
  return Object.entries(sums).flatMap(([name, [found, expected]]) =>
    found === expected ? [] : [`${name}: ${found} and not ${expected}`],
  );
}

/** Lists the obligatory terms that are missing or doubled. */
function findMissing(terms: Terms): string[] {
  const lines = terms['BG-25'] as Terms[];
  const wrong = lines.filter(
    (line) => (line['BG-32 REGI'] as Terms[]).length !== 1 || line['BT-151'] === undefined,
  );
  const once = ['BT-1', 'BT-ES-1', 'BT-2', 'BT-3', 'BT-30', 'BT-32', 'BT-35', 'BT-47', 'BT-50', 'BT-115'];
  return [
    ...once.filter((term) => terms[term] === undefined),
    ...wrong.map((line) => `REGI or BT-151 of line ${String(line['BT-126'])}`),
    ...(terms['BG-23'] as Terms[]).flatMap((one) => (one['BT-119'] === undefined ? ['BT-119'] : [])),
  ];
}

describe('random accepted invoices for the public solution', () => {
  /** null where the schema does not lie beside the project. */
  let schema: XmlSchema | null = null;
  beforeAll(() => {
    if (hasEinvoiceFacts) schema = openSyntaxSchema('ubl25');
  });
  afterAll(() => schema?.[Symbol.dispose]());

  const listViolations = (xml: string): string[] => {
    try {
      schema?.check(xml);
      return [];
    } catch (error) {
      return [String(error)];
    }
  };

  // Generating an invoice that can be written takes ten times as long as judging it, so that one
  // property judges everything.
  it(
    'conform to the schema of UBL 2.5 and to the stand-in with the sums and terms of Annex I, or are refused with a known rule',
    async () => {
      const judged = await judgeRandomInvoices(INVOICES, (xml, document) => {
        const terms = readTerms(xml);
        return [
          ...listViolations(xml),
          ...findWrongSums(terms, document),
          ...findMissing(terms),
          ...listObjections(xml),
        ];
      });
      expect(judged).toBe(RANDOM_INVOICES);
      expect([...rules].filter((rule) => !KNOWN_RULE.test(rule))).toEqual([]);
      expect(rules.size).toBeGreaterThan(2);
    },
    JUDGING_MS,
  );
});
