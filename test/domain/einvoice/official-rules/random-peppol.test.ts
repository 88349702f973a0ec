import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { writeXml } from '../../../../src/domain/einvoice/formats.ts';
import { hasEinvoiceFacts } from '../../support/en16931-judge.ts';
import { COMPILING_MS, openPeppolJudge, type Judge } from '../../support/format-judges.ts';
import { judgeRandomInvoices, JUDGING_MS, RANDOM_INVOICES } from '../../support/random-invoices.ts';
import { writtenDocuments } from '../../support/written-documents.ts';

/** Adds what Peppol requires and the API does not: the electronic address of the buyer and a reference. */
function completeForPeppol(document: InvoiceDocument): InvoiceDocument {
  const { recipient, references } = document;
  return {
    ...document,
    references: { buyer: 'ACME-1', ...references },
    recipient: recipient && {
      ...recipient,
      electronicAddress: recipient.electronicAddress ?? { scheme: 'EM', value: 'ap@example.com' },
    },
  };
}

const INVOICES = writtenDocuments(
  (document, profile) => writeXml('ubl', { document, profile }, 'peppol'),
  completeForPeppol,
);

describe.runIf(hasEinvoiceFacts)('the UBL for Peppol of random accepted invoices of both versions', () => {
  let judge: Judge;
  beforeAll(() => void (judge = openPeppolJudge()), COMPILING_MS);

  it(
    'conforms to the schema of its invoice or credit note and breaks no rule of EN 16931 or Peppol',
    async () => {
      expect(await judgeRandomInvoices(INVOICES, judge)).toBe(RANDOM_INVOICES);
    },
    JUDGING_MS,
  );
});
