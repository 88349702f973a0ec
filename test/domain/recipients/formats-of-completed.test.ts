import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { RecipientProfile } from '../../../src/contracts/recipient-profile.ts';
import { findRefusal, judgeFormats, writeXml } from '../../../src/domain/einvoice/formats.ts';
import { completeDocument, listProfiledNumbers } from '../../../src/domain/recipients/complete-document.ts';
import { readRecipientProfile } from '../../../src/domain/recipients/read-recipient-profile.ts';
import { buildDocument, buildProfile } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { acceptedDocuments } from '../support/accepted-documents.ts';
import { recipientProfileInputs } from '../support/arbitrary-recipient-profiles.ts';

const complete = (document: InvoiceDocument, profile: RecipientProfile) =>
  completeDocument(document, new Map(listProfiledNumbers([document]).map((number) => [number, profile])));
const judge = (document: InvoiceDocument, registryNote = '') =>
  judgeFormats({ document, profile: buildProfile({ registryNote }) });
const refuseForPeppol = (document: InvoiceDocument) =>
  findRefusal(() => writeXml('ubl', { document, profile: buildProfile() }, 'peppol'))?.rule ?? null;
const OF_ADDRESSES = /^PEPPOL-(EN16931-CL008|COMMON-R0\d\d)$/;

it('the profile of a recipient changes no verdict about a format, and prevents Peppol only by an address that Peppol does not have', () => {
  fc.assert(
    fc.property(acceptedDocuments, recipientProfileInputs, (document, input) => {
      const read = readRecipientProfile(input, 'A12345674');
      if ('findings' in read) throw new Error(JSON.stringify(read.findings));
      const completed = complete(document, read.profile);
      expect(judge(completed)).toEqual(judge(document));
      const isPrevented = refuseForPeppol(document) === null && refuseForPeppol(completed) !== null;
      expect(isPrevented && !OF_ADDRESSES.test(refuseForPeppol(completed)!)).toBe(false);
    }),
    { numRuns: runsOf(900) },
  );
});

it('only the reference of the buyer prevents Facturae, in an invoice whose notes fill its additional information', () => {
  const document = buildDocument({ footerNote: 'x'.repeat(2000) });
  const refusalOf = (profile: RecipientProfile) =>
    judge(complete(document, profile), 'y'.repeat(400)).get('facturae');
  expect(refusalOf({ defaultUnitCode: 'HUR' })).toBeNull();
  expect(refusalOf({ buyerReference: 'z'.repeat(100) })).toMatchObject({
    rule: expect.stringContaining('InvoiceAdditionalInformation') as string,
  });
});
