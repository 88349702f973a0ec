import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { readCents } from '../../../src/domain/money/decimals.ts';
import { FLAT_RULES, FULL_RULES, type RequestRules } from '../../../src/domain/reading/request-rules.ts';
import { draftEntry } from '../../../src/domain/sii/draft-entry.ts';
import type { Block, SiiEntry } from '../../../src/domain/sii/entry.ts';
import { buildMessage } from '../../../src/domain/sii/messages/build-message.ts';
import { writeEntry } from '../../../src/domain/sii/messages/write-entry.ts';
import { numberOf } from '../../support/long.ts';
import {
  acceptedV1Documents,
  acceptedV2Documents,
  listAcceptedDocuments,
} from '../support/accepted-documents.ts';
import { hasSiiFacts, siiPath } from '../support/shared-facts.ts';
import { openXmlSchema } from '../support/xml-schema.ts';

/*
 * Random invoices that the engine accepts, of which the book of SII states those that it can. Its
 * records obey AEAT's schemas and the rules on sums, signs and blocks.
 */

const schema = hasSiiFacts
  ? openXmlSchema(readFileSync(siiPath('xsd/envelope-check.xsd'), 'utf8'), siiPath('xsd/envelope-check.xsd'))
  : null;
afterAll(() => schema?.[Symbol.dispose]());

const RUNS = numberOf({ short: 150, long: 10_000 });
const JUDGING_MS = numberOf({ short: 60_000, long: 1_800_000 });

type Accepted = { readonly document: InvoiceDocument; readonly entry: SiiEntry };

function draftOf(document: InvoiceDocument, rules: RequestRules, enteredOn?: string): Accepted | null {
  const drafted = draftEntry(document, { settlementPeriod: 'month', rules, enteredOn: enteredOn ?? null });
  return drafted.kind === 'drafted' ? { document, entry: drafted.entry } : null;
}

const accepted: fc.Arbitrary<Accepted> = fc
  .oneof(
    { weight: 3, arbitrary: acceptedV2Documents.map((document) => draftOf(document, FULL_RULES)) },
    { weight: 1, arbitrary: acceptedV1Documents.map((document) => draftOf(document, FLAT_RULES)) },
  )
  .filter((each) => each !== null);

function blocksOf({ invoice: { breakdown } }: SiiEntry): Block[] {
  const all = breakdown.kind === 'invoice' ? [breakdown.block] : [breakdown.services, breakdown.goods];
  return all.filter((block) => block !== null);
}

/** Adds what a block states: bases, taxes and surcharges, in cents. */
function sumOf({ taxed, exempt, otherwiseNotSubject, locatedElsewhere }: Block): bigint {
  const rows = (taxed?.rows ?? []).flatMap(({ base, tax, surcharge }) => [
    base,
    tax === '0' ? '0.00' : tax,
    surcharge?.amount ?? '0.00',
  ]);
  const all = [
    ...rows,
    ...exempt.map(({ base }) => base),
    otherwiseNotSubject ?? '0.00',
    locatedElsewhere ?? '0.00',
  ];
  return all.reduce((sum, amount) => sum + readCents(amount), 0n);
}

function addUp(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + readCents(amount), 0n);
}

function taxOf(rows: NonNullable<Block['taxed']>['rows']): bigint {
  return addUp(
    rows.flatMap(({ tax, surcharge }) => [tax === '0' ? '0.00' : tax, surcharge?.amount ?? '0.00']),
  );
}

function judge({ document, entry }: Accepted): void {
  const { invoice } = entry;
  const blocks = blocksOf(entry);
  const record = writeEntry(entry, { number: document.number, externalReference: '1' });
  schema?.check(buildMessage({ kind: 'A0', issuer: entry.issuer, records: [record] }));
  // Facts of SII, section 6: with a margin, ImporteTotal is the full price.
  const isOnMargin = invoice.keys.includes('03') || invoice.keys.includes('05');
  const stated = blocks.reduce((sum, block) => sum + sumOf(block), 0n);
  expect(isOnMargin ? stated : readCents(invoice.total!)).toBe(stated);
  expect(blocks.length).toBeGreaterThan(0);
  expect(invoice.keys.length).toBeLessThanOrEqual(3);
  expect(new Set(invoice.keys).size).toBe(invoice.keys.length);
  expect(invoice.counterparty === null).toBe(document.type === 'F2' || document.type === 'R5');
  for (const { taxed } of blocks) if (taxed !== null) judgeRows(taxed);
  const { breakdown } = invoice;
  const services = breakdown.kind === 'operation' ? (breakdown.services?.taxed?.rows ?? []) : [];
  expect(services.filter(({ surcharge }) => surcharge !== undefined)).toEqual([]);
}

/** Facts of SII, section 7: S2 and S3 and their rows. */
function judgeRows({ kind, rows }: NonNullable<Block['taxed']>): void {
  expect(rows.length).toBeLessThanOrEqual(6);
  expect(new Set(rows.map(({ rate, surcharge }) => `${rate} ${surcharge?.rate}`)).size).toBe(rows.length);
  const zero = rows.filter(({ rate }) => rate === '0');
  if (kind === 'S2') expect(rows).toEqual([{ ...rows[0], rate: '0', tax: '0' }]);
  if (kind === 'S3') expect(zero.length > 0 && rows.length > zero.length).toBe(true);
  for (const { tax } of zero) expect(readCents(tax === '0' ? '0.00' : tax)).toBe(0n);
}

describe('the record of an accepted invoice', () => {
  it(
    "obeys AEAT's schemas and its rules on sums and blocks",
    () => {
      fc.assert(fc.property(accepted, judge), { numRuns: RUNS });
    },
    JUDGING_MS,
  );

  it(
    "obeys AEAT's schemas with key 16, if its issuer entered SII afterwards",
    () => {
      const earlier = acceptedV2Documents
        .map((document) => draftOf(document, FULL_RULES, '2035-01-01'))
        .filter((each) => each !== null);
      fc.assert(
        fc.property(earlier, ({ document, entry }) => {
          const record = writeEntry(entry, { number: document.number, externalReference: '1' });
          schema?.check(buildMessage({ kind: 'A0', issuer: entry.issuer, records: [record] }));
          expect(record).toContain('<sii:RegPrevioGGEEoREDEMEoCompetencia>S<');
        }),
        { numRuns: RUNS },
      );
    },
    JUDGING_MS,
  );

  it(
    'does so for every combination of type, recipient and tax',
    () => {
      let drafted = 0;
      for (const { document } of listAcceptedDocuments(7)) {
        const each = draftOf(document, FLAT_RULES);
        if (each === null) continue;
        judge(each);
        drafted += 1;
      }
      expect(drafted).toBeGreaterThan(50);
    },
    JUDGING_MS,
  );

  it(
    'takes every amount from the document, whose groups and whose entry add up to the same',
    () => {
      fc.assert(
        fc.property(accepted, ({ document, entry }) => {
          const groups = document.groups.map((group) => ({ ...group, ...group.euro }));
          const ofIva = groups.filter(({ taxType }) => taxType === 'iva');
          const taxes = blocksOf(entry).reduce((sum, { taxed }) => sum + taxOf(taxed?.rows ?? []), 0n);
          const all = blocksOf(entry).reduce((sum, block) => sum + sumOf(block), 0n);
          expect(all - taxes).toBe(addUp(groups.map(({ base }) => base)));
          expect(taxes).toBe(addUp(ofIva.flatMap(({ tax, surcharge }) => [tax, surcharge ?? '0.00'])));
        }),
        { numRuns: RUNS },
      );
    },
    JUDGING_MS,
  );
});
