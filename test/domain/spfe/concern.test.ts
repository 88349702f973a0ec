import { describe, expect, it } from 'vitest';
import type { InvoiceDocument, Recipient } from '../../../src/contracts/invoice-document.ts';
import { concernOf, type SpfeDuty } from '../../../src/domain/spfe/concern.ts';
import { buildDocument } from '../../render/support/build-invoice.ts';
import { acceptCase, SPFE_CASES } from '../support/spfe-cases.ts';
import { hasSpfeFacts } from '../support/shared-facts.ts';

const DUTY: SpfeDuty = { from: '2026-01-01', arePersonsBusinesses: null };
const CONCERNED = { kind: 'concerned' };
const exclude = (reason: string) => ({ kind: 'not_concerned', reason });
const lack = (...missing: string[]) => ({ kind: 'unknown', missing });

const COMPANY = buildDocument().recipient!;
const judge = (recipient: Partial<Recipient>, duty: Partial<SpfeDuty> = {}) =>
  concernOf(buildDocument({ recipient: { ...COMPANY, ...recipient } }), { ...DUTY, ...duty });
const judgeDocument = (changes: Partial<InvoiceDocument>, duty: Partial<SpfeDuty> = {}) =>
  concernOf(buildDocument(changes), { ...DUTY, ...duty });

describe.runIf(hasSpfeFacts)('a case of the public solution', () => {
  it.each(SPFE_CASES)('is concerned, or not for the reason that it states: $id', (one) => {
    const expected = one.not_concerned === undefined ? CONCERNED : exclude(one.not_concerned);
    expect(concernOf(acceptCase(one).document, DUTY)).toEqual(expected);
  });
});

describe('whether the duty of electronic invoices concerns an invoice', () => {
  it('is denied for simplified invoices and those without a recipient, whatever else is missing', () => {
    for (const type of ['F2', 'R5'] as const)
      expect(judgeDocument({ type, recipient: null }, { from: null })).toEqual(exclude('simplified'));
    expect(judgeDocument({ recipient: null })).toEqual(exclude('no_recipient'));
  });

  it('is affirmed for a qualified simplified invoice, which is an F1 with a mark', () => {
    expect(judgeDocument({ simplifiedQualified: true })).toEqual(CONCERNED);
  });

  it.each(Array.from('ABCDFJUW'))('is affirmed for a recipient whose NIF begins with %s', (letter) => {
    expect(judge({ documentNumber: `${letter}12345674` })).toEqual(CONCERNED);
  });

  it.each(Array.from('PQS'))('is denied for a public body, whose NIF begins with %s', (letter) => {
    expect(judge({ documentNumber: `${letter}1234567D`, isBusiness: true })).toEqual(exclude('public_body'));
  });

  it('is denied for a recipient with centres of DIR3', () => {
    const dir3 = {
      accountingOffice: 'L01280796',
      managingBody: 'L01280796',
      processingUnit: 'L01280796',
      proposingBody: null,
    };
    expect(judge({ dir3 })).toEqual(exclude('public_body'));
  });

  it.each(Array.from('EGHRV'))('depends on is_business for an entity whose NIF begins with %s', (letter) => {
    const documentNumber = `${letter}12345674`;
    for (const arePersonsBusinesses of [null, true, false])
      expect(judge({ documentNumber }, { arePersonsBusinesses })).toEqual(lack('is_business'));
    expect(judge({ documentNumber, isBusiness: true })).toEqual(CONCERNED);
    expect(judge({ documentNumber, isBusiness: false })).toEqual(exclude('consumer'));
  });

  it('depends on is_business for a natural person, or else on what was decided for all of them', () => {
    for (const documentNumber of ['12345678Z', 'X1234567L', 'K1234567A', 'M1234567A']) {
      expect(judge({ documentNumber })).toEqual(lack('is_business'));
      expect(judge({ documentNumber }, { arePersonsBusinesses: true })).toEqual(CONCERNED);
      expect(judge({ documentNumber }, { arePersonsBusinesses: false })).toEqual(exclude('consumer'));
      expect(judge({ documentNumber, isBusiness: true }, { arePersonsBusinesses: false })).toEqual(CONCERNED);
      expect(judge({ documentNumber, isBusiness: false }, { arePersonsBusinesses: true })).toEqual(
        exclude('consumer'),
      );
    }
  });

  it('lacks the establishment of a foreign entity, whose NIF begins with N', () => {
    expect(judge({ documentNumber: 'N0012345E', isBusiness: true })).toEqual(lack('establishment_in_spain'));
    expect(judge({ documentNumber: 'N0012345E', isBusiness: false })).toEqual(exclude('consumer'));
  });

  it('is denied for a recipient abroad, by its address or by its document', () => {
    expect(judge({ countryCode: 'FR' })).toEqual(exclude('foreign_recipient'));
    for (const documentType of ['passport', 'eu_vat', 'official_id', 'residence_certificate'] as const)
      expect(judge({ documentType, countryCode: null })).toEqual(exclude('foreign_recipient'));
    for (const documentType of ['other_document', 'international_vat_number'] as const)
      expect(judge({ documentType })).toEqual(exclude('foreign_recipient'));
  });

  it('begins with the issue date that was decided for the issuer', () => {
    expect(judge({}, { from: '2026-11-21' })).toEqual(exclude('before_duty'));
    expect(judge({}, { from: '2026-11-20' })).toEqual(CONCERNED);
    expect(judge({ documentNumber: '12345678Z' }, { from: '2026-11-21' })).toEqual(exclude('before_duty'));
  });

  it('is never denied because nobody decided anything for the issuer', () => {
    expect(judge({}, { from: null })).toEqual(lack('issuer_setting'));
    expect(judge({ documentNumber: '12345678Z' }, { from: null })).toEqual(
      lack('issuer_setting', 'is_business'),
    );
  });

  it('is affirmed if one of several recipients is concerned, and open if a fact of one is missing', () => {
    const german: Recipient = {
      ...COMPANY,
      documentType: 'eu_vat',
      documentNumber: 'DE129273398',
      countryCode: 'DE',
    };
    const person: Recipient = { ...COMPANY, documentNumber: '12345678Z' };
    expect(judgeDocument({ recipient: german, otherRecipients: [person, COMPANY] })).toEqual(CONCERNED);
    expect(judgeDocument({ recipient: german, otherRecipients: [person] })).toEqual(lack('is_business'));
    expect(judgeDocument({ recipient: german, otherRecipients: [german] })).toEqual(
      exclude('foreign_recipient'),
    );
  });
});
