import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { numberOf } from '../../support/long.ts';
import type { Written } from './written-documents.ts';

/**
 * The time limit of a test that judges random invoices. The long form needs about 10 minutes for
 * each format.
 */
export const JUDGING_MS = numberOf({ short: 60_000, long: 3_600_000 });

/** How many random invoices are judged in each format. */
export const RANDOM_INVOICES = numberOf({ short: 15, long: 10_000 });

/**
 * Judges random invoices.
 * @returns how many were judged.
 * @throws the findings of the simplest invoice that has any, with its document and its text.
 */
export async function judgeRandomInvoices(
  invoices: fc.Arbitrary<Written>,
  judge: (xml: string, document: InvoiceDocument) => string[],
): Promise<number> {
  let judged = 0;
  await fc.assert(
    fc.asyncProperty(invoices, async ({ document, xml }) => {
      // The process answers the test runner, which expects that within a minute.
      await setImmediate();
      judged += 1;
      const found = judge(xml, document);
      if (found.length > 0) throw new Error([...found, JSON.stringify(document), xml].join('\n'));
    }),
    { numRuns: RANDOM_INVOICES },
  );
  return judged;
}
