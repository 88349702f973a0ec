import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { writeXml } from '../../../../src/domain/einvoice/formats.ts';
import { ADDRESS_SCHEMES } from '../../../../src/domain/recipients/address-schemes.ts';
import { acceptedDocuments } from '../../support/accepted-documents.ts';
import { COMPILING_MS, openPeppolJudge, type Judge } from '../../support/format-judges.ts';
import { LISTED_ADDRESSES } from '../../support/peppol-addresses.ts';
import { judgeRandomInvoices, JUDGING_MS, RANDOM_INVOICES } from '../../support/random-invoices.ts';
import { writtenDocuments } from '../../support/written-documents.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

/**
 * Electronic addresses that Peppol accepts, and such that it refuses. Without one the address is
 * that of the VAT number.
 */
const addresses = fc.option(
  fc.oneof(
    fc.constantFrom(...LISTED_ADDRESSES),
    fc.record({ scheme: fc.constantFrom(...ADDRESS_SCHEMES), value: fc.stringMatching(/^\d{8,13}$/) }),
  ),
);

/**
 * Adds what Peppol requires and the API does not: a reference, and for most buyers an electronic
 * address.
 */
const completed = fc.tuple(acceptedDocuments, addresses).map(([document, address]): InvoiceDocument => ({
  ...document,
  references: { buyer: 'ACME-1', ...document.references },
  recipient: document.recipient && {
    ...(address !== null && { electronicAddress: address }),
    ...document.recipient,
  },
}));

const INVOICES = writtenDocuments(
  (document, profile) => writeXml('ubl', { document, profile }, 'peppol'),
  completed,
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
