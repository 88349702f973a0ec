import { describe, expect, it } from 'vitest';
import type { RecipientProfile } from '../../../src/contracts/recipient-profile.ts';
import type { InvoiceInput, PersonNameInput } from '../../../src/contracts/v2/invoice-input.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { warnOfFormats } from '../../../src/domain/einvoice/warn-of-formats.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { completeDocument } from '../../../src/domain/recipients/complete-document.ts';
import { readRecipientProfile } from '../../../src/domain/recipients/read-recipient-profile.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { textsAt } from '../support/facturae-rules.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2 } from '../support/v2-cases.ts';

const NAME = 'DE LA FUENTE EJEMPLO ANA';
const PARTS = { given_name: 'Ana', first_surname: 'de la Fuente', second_surname: 'Ejemplo' };
const PERSON = {
  name: NAME,
  document_type: 'nif',
  document_number: '12345678Z',
  address: 'Calle Mayor 1',
  postal_code: '28013',
  city: 'Madrid',
};

function prepare(changes: Partial<InvoiceInput>) {
  const input = buildV2({ recipients: [PERSON], ...changes });
  return prepareInvoice(input, { organizationName: 'Ejemplo SL', today: TODAY });
}

function accept(changes: Partial<InvoiceInput> = {}) {
  const prepared = prepare(changes);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice.document;
}

/** The fields and the codes of what is wrong; empty if nothing is. */
function judge(changes: Partial<InvoiceInput>): string[] {
  const prepared = prepare(changes);
  return prepared.kind === 'refused' ? prepared.findings.map(({ field, code }) => `${field} ${code}`) : [];
}

const PROBLEMS: readonly [parts: PersonNameInput, member: string, code: string][] = [
  [{}, 'given_name', 'blank'],
  [{ ...PARTS, first_surname: ' ' }, 'first_surname', 'blank'],
  [{ ...PARTS, second_surname: 'x'.repeat(41) }, 'second_surname', 'too_long'],
  [{ ...PARTS, second_surname: null }, 'given_name', 'inconsistent'],
  [{ ...PARTS, given_name: 'Eva' }, 'given_name', 'inconsistent'],
  [{ ...PARTS, first_surname: 'Ejemplo', second_surname: 'de la Fuente' }, 'given_name', 'inconsistent'],
];

describe('the parts of a name', () => {
  it.each(['Ana de la Fuente Ejemplo', NAME, 'de la Fuente Ejemplo, Ana', 'ANA  DE-LA FUÉNTE EJEMPLO'])(
    'are those of %s, whatever its order, case, accents and punctuation',
    (name) => {
      expect(judge({ recipients: [{ ...PERSON, name, person_name: PARTS }] })).toEqual([]);
      const issuer = { issuer_nif: '12345678Z', issuer_name: name, issuer_person_name: PARTS };
      expect(
        judge({ ...issuer, recipients: [{ ...PERSON, document_number: 'X1234567L', document_type: 'nie' }] }),
      ).toEqual([]);
    },
  );

  it.each(PROBLEMS)('%j are refused for %s: %s', (parts, member, code) => {
    expect(judge({ recipients: [{ ...PERSON, person_name: parts }] })).toContain(
      `recipients[0].person_name.${member} ${code}`,
    );
    expect(judge({ issuer_nif: '12345678Z', issuer_name: NAME, issuer_person_name: parts })).toContain(
      `issuer_person_name.${member} ${code}`,
    );
  });

  it('are refused for an entity, in an invoice as in the profile of a recipient', () => {
    const entity = { ...PERSON, document_number: 'A12345674', person_name: PARTS };
    expect(judge({ recipients: [entity] })).toEqual(['recipients[0].person_name not_allowed']);
    // A passport can look like the NIF of an entity.
    expect(judge({ recipients: [{ ...entity, document_type: 'passport', country_code: 'MA' }] })).toEqual([]);
    expect(judge({ issuer_name: NAME, issuer_person_name: PARTS })).toEqual([
      'issuer_person_name not_allowed',
    ]);
    expect(readRecipientProfile({ person_name: PARTS }, 'A12345674')).toMatchObject({
      findings: [{ field: 'person_name', code: 'not_allowed' }],
    });
  });
});

describe('Facturae', () => {
  const INDIVIDUAL = "/*[local-name()='Name' or local-name()='FirstSurname' or local-name()='SecondSurname']";
  const namesOf = (
    changes: Partial<InvoiceInput>,
    profile = buildProfile(),
    recipient: RecipientProfile = {},
  ) => {
    const document = completeDocument(accept(changes), new Map([['12345678Z', recipient]]));
    const xml = writeFacturae(document, profile);
    return ['SellerParty', 'BuyerParty'].map((party) =>
      textsAt(xml, `//${party}/Individual${INDIVIDUAL}`).join(' | '),
    );
  };
  const ISSUER = { issuer_nif: 'X1234567L', issuer_name: 'PEREZ GIL EVA' };
  const STATED = { givenName: 'Ana', firstSurname: 'de la Fuente Ejemplo', secondSurname: null };

  it('states the parts of the invoice, of the profiles if they have the words of the name, or a guess', () => {
    expect(namesOf(ISSUER)).toEqual(['EVA | PEREZ | GIL', 'ANA | DE LA FUENTE | EJEMPLO']);
    const eva = { given_name: 'Gil Eva', first_surname: 'Pérez' };
    const stated = { ...ISSUER, issuer_person_name: eva, recipients: [{ ...PERSON, person_name: PARTS }] };
    const own = { givenName: 'Eva', firstSurname: 'Pérez Gil', secondSurname: null };
    const profile = buildProfile({ personName: own });
    expect(namesOf(stated, profile, { personName: STATED })).toEqual([
      'Gil Eva | Pérez',
      'Ana | de la Fuente | Ejemplo',
    ]);
    expect(namesOf(ISSUER, profile, { personName: STATED })).toEqual([
      'Eva | Pérez Gil',
      'Ana | de la Fuente Ejemplo',
    ]);
    const others = buildProfile({ personName: { ...own, givenName: 'Eva María' } });
    expect(namesOf(ISSUER, others, { personName: own })).toEqual(namesOf(ISSUER));
  });

  it('states a foreigner whose parts are stated as a natural person', () => {
    const foreigner = {
      ...PERSON,
      document_type: 'official_id',
      document_number: 'AB123',
      country_code: 'US',
    };
    expect(namesOf({ recipients: [foreigner] })).toEqual(['', '']);
    expect(namesOf({ recipients: [{ ...foreigner, person_name: PARTS }] })[1]).toBe(
      'Ana | de la Fuente | Ejemplo',
    );
  });

  it('is announced by a dry run with a warning of each guess, and with none about parts that are known', () => {
    const warn = (changes: Partial<InvoiceInput>, profile = buildProfile()) => {
      const document = accept(changes);
      const wanted = { formats: ['ubl', 'facturae'], profile: 'cen', recipients: new Map() } as const;
      const issuers = new Map([[document.issuer.nif, profile]]);
      return warnOfFormats(document, { ...wanted, issuers }).map(({ field, code, message }) => [
        field,
        code,
        message.en,
      ]);
    };
    expect(warn(ISSUER)).toEqual([
      [
        'issuer_name',
        'name_split_guessed',
        'Issuer name is PEREZ GIL EVA, of which Facturae would state the given name and the surnames EVA, PEREZ, GIL: this is a guess; state them in issuer_person_name, or ask the operator to set them in the profile of the issuer',
      ],
      [
        'recipients[0].name',
        'name_split_guessed',
        `Recipient 1: name is ${NAME}, of which Facturae would state the given name and the surnames ANA, DE LA FUENTE, EJEMPLO: this is a guess; state them in person_name of the recipient or of its profile`,
      ],
    ]);
    const [refused] = warn({ recipients: [{ ...PERSON, person_name: PARTS, postal_code: '99999' }] });
    expect(refused!.slice(0, 2)).toEqual(['recipients[0].postal_code', 'not_expressible']);
    const body = { ...PERSON, name: 'Ayuntamiento de Ejemplo', document_number: 'P1234567D' };
    expect(warn({ recipients: [body] }).map(([, code]) => code)).toEqual(['centres_missing']);
    const codes = ['accounting_office', 'managing_body', 'processing_unit'] as const;
    const dir3 = Object.fromEntries(codes.map((code) => [code, 'L01280796']));
    expect(warn({ recipients: [{ ...body, dir3 }] })).toEqual([]);
    expect(warn({ recipients: [{ ...PERSON, person_name: PARTS }] })).toEqual([]);
    expect(warn({ recipients: [{ ...PERSON, name: 'de la Fuente Ejemplo, Ana' }] })).toEqual([]);
    expect(warn({ recipients: [{ ...PERSON, name: 'Ejemplo SA', document_number: 'A12345674' }] })).toEqual(
      [],
    );
  });
});
