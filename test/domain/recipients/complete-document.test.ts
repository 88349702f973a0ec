import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPFE_CHANNELS } from '../../../src/contracts/spfe.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { RecipientProfile } from '../../../src/contracts/recipient-profile.ts';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { completeDocument, listProfiledNumbers } from '../../../src/domain/recipients/complete-document.ts';
import { buildDocument, buildLine } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { acceptedDocuments } from '../support/accepted-documents.ts';

const PROFILE: RecipientProfile = {
  electronicAddress: { scheme: '9920', value: 'ESA12345674' },
  dir3: {
    accountingOffice: 'L01280796',
    managingBody: 'L01280797',
    processingUnit: 'L01280798',
    proposingBody: null,
  },
  buyerReference: 'PO-2026',
  defaultUnitCode: 'HUR',
};

const profiles = fc.record<RecipientProfile>(
  {
    electronicAddress: fc.constant(PROFILE.electronicAddress!),
    dir3: fc.constant(PROFILE.dir3!),
    buyerReference: fc.constant('PO-2026'),
    defaultUnitCode: fc.constantFrom('HUR', 'C62'),
    spfeChannel: fc.constantFrom(...SPFE_CHANNELS),
  },
  { requiredKeys: [] },
);
const complete = (document: InvoiceDocument, profile: RecipientProfile) =>
  completeDocument(document, new Map(listProfiledNumbers([document]).map((number) => [number, profile])));

describe('the profile of a recipient', () => {
  it('completes what an invoice does not state', () => {
    const document = buildDocument({ lines: [buildLine(), buildLine({ unitCode: 'KGM' })] });
    const completed = complete(document, PROFILE);
    expect(completed.recipient).toEqual({
      ...document.recipient,
      electronicAddress: PROFILE.electronicAddress,
      dir3: PROFILE.dir3,
    });
    expect(completed.references).toEqual({ buyer: 'PO-2026' });
    expect(completed.lines.map(({ unitCode }) => unitCode)).toEqual(['HUR', 'KGM']);
    expect(completed.version).toBe(2);
  });

  it('gives an invoice the channel of its first recipient, unless it states one', () => {
    const profile = { spfeChannel: 'copy' } as const;
    const completed = complete(buildDocument(), profile);
    expect(completed).toMatchObject({ spfeChannel: 'copy', version: 5 });
    expect(complete(buildDocument({ spfeChannel: 'elsewhere' }), profile).spfeChannel).toBe('elsewhere');
    const consent = { acceptsWithoutPdfSince: '2027-10-06' };
    expect(complete(buildDocument(), consent)).toEqual({ ...buildDocument(), version: 1 });
  });

  it('never changes what an invoice states, its amounts included, and completes only once', () => {
    fc.assert(
      fc.property(acceptedDocuments, profiles, (document, profile) => {
        const completed = complete(document, profile);
        expect(completed).toMatchObject({ ...document, version: completed.version });
        expect(complete(completed, profile)).toEqual(completed);
        expect(readDocument(JSON.stringify(completed))).toEqual(completed);
        expect(complete(document, {})).toEqual(document);
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('does not change a document whose recipients have no profile', () => {
    const document = buildDocument();
    expect(completeDocument(document, new Map([['B99999997', PROFILE]]))).toBe(document);
  });

  it('belongs to a number and never to a passport with the same number', () => {
    const { recipient } = buildDocument();
    const traveller = buildDocument({ recipient: { ...recipient!, documentType: 'passport' } });
    expect(listProfiledNumbers([traveller])).toEqual([]);
    expect(completeDocument(traveller, new Map([[recipient!.documentNumber, PROFILE]]))).toBe(traveller);
  });

  it('of each recipient has its address, and that of the first has the reference', () => {
    const { recipient } = buildDocument();
    const document = buildDocument({
      otherRecipients: [{ ...recipient!, documentNumber: 'B99999997' }],
    });
    const completed = completeDocument(document, new Map([['B99999997', PROFILE]]));
    expect(completed.recipient).toEqual(recipient);
    expect(completed.otherRecipients![0]).toMatchObject({ electronicAddress: PROFILE.electronicAddress });
    expect(completed.references).toBeUndefined();
    expect(completed.lines).toEqual(document.lines);
  });
});
