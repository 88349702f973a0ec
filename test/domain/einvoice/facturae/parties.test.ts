import { describe, expect, it } from 'vitest';
import type { Recipient } from '../../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../../src/contracts/issuer-profile.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildDocument, buildProfile } from '../../../render/support/build-invoice.ts';
import { textAt, textsAt } from '../../support/facturae-rules.ts';

const { recipient } = buildDocument() as { recipient: Recipient };

function writeTo(changes: Partial<Recipient>, profile: Partial<IssuerProfile> = {}): string {
  return writeFacturae(buildDocument({ recipient: { ...recipient, ...changes } }), buildProfile(profile));
}

const identify = (xml: string, party: string): (string | null)[] =>
  ['PersonTypeCode', 'ResidenceTypeCode', 'TaxIdentificationNumber'].map((name) =>
    textAt(xml, `//${party}/TaxIdentification/${name}`),
  );

/** Documents of recipients, with PersonTypeCode, ResidenceTypeCode and the number of the issuer. */
const RECIPIENTS: readonly [Partial<Recipient>, personType: string, residence: string, issuer: string][] = [
  [{ documentNumber: 'A12345674' }, 'J', 'R', 'B12345674'],
  [{ documentNumber: '12345678Z', countryCode: null }, 'F', 'R', 'B12345674'],
  [{ documentType: 'nie', documentNumber: 'X1234567L' }, 'F', 'R', 'B12345674'],
  [{ documentType: 'not_registered', documentNumber: 'K1234567L' }, 'F', 'R', 'B12345674'],
  [{ documentType: 'passport', documentNumber: 'C01X00T47', countryCode: 'GB' }, 'F', 'E', 'B12345674'],
  [{ documentType: 'eu_vat', documentNumber: 'DE123456789', countryCode: 'DE' }, 'J', 'U', 'ESB12345674'],
  [{ documentType: 'eu_vat', documentNumber: 'EL123456789', countryCode: 'GR' }, 'J', 'U', 'ESB12345674'],
  [{ documentType: 'eu_vat', documentNumber: 'XI123456789', countryCode: 'XI' }, 'J', 'E', 'B12345674'],
  [{ documentType: 'official_id', documentNumber: '12345678Z', countryCode: 'US' }, 'J', 'E', 'B12345674'],
];

describe('a party', () => {
  it.each(RECIPIENTS)(
    'is a natural person or another, resident in Spain, in the Union or elsewhere: %j',
    (changes, person, residence, issuer) => {
      const xml = writeTo({ ...changes, name: 'Ana García López' });
      expect(identify(xml, 'BuyerParty')).toEqual([person, residence, changes.documentNumber]);
      expect(identify(xml, 'SellerParty')).toEqual(['J', 'R', issuer]);
      const name =
        person === 'F' ? '//BuyerParty/Individual/FirstSurname' : '//BuyerParty/LegalEntity/CorporateName';
      expect(textAt(xml, name)).toBe(person === 'F' ? 'García' : 'Ana García López');
    },
  );

  it('has no VAT prefix if the issuer is in the Canary Islands, outside the territory of VAT', () => {
    const german = { documentType: 'eu_vat', documentNumber: 'DE123456789', countryCode: 'DE' } as const;
    const xml = writeTo(german, { postalCode: '38001' });
    expect(identify(xml, 'SellerParty')[2]).toBe('B12345674');
  });

  it.each([
    ['38001', 'S.C. Tenerife'],
    ['28001', 'Madrid'],
    ['12001', 'Castellón/Castelló'],
    ['52001', 'Melilla'],
  ])('in Spain has the province of its postal code %s', (postalCode, province) => {
    expect(textAt(writeTo({ postalCode }), '//BuyerParty//Province')).toBe(province);
  });

  it('abroad has its postal code and city together, and a dash as its province', () => {
    const xml = writeTo({
      documentType: 'eu_vat',
      documentNumber: 'DE123456789',
      countryCode: 'DE',
      postalCode: '10115',
      city: 'Berlin',
    });
    expect(textsAt(xml, '//BuyerParty//OverseasAddress/*')).toEqual([
      recipient.address,
      '10115 Berlin',
      '-',
      'DEU',
    ]);
  });

  it('has the contact details that fit', () => {
    const long = 'x'.repeat(61);
    const xml = writeTo(
      { electronicAddress: { scheme: 'EM', value: 'ap@example.com' } },
      { phone: '+34 976 000 000 ext. 1', email: long, website: 'example.com' },
    );
    expect(textsAt(xml, '//SellerParty//ContactDetails/*')).toEqual(['example.com']);
    expect(textsAt(xml, '//BuyerParty//ContactDetails/*')).toEqual(['ap@example.com']);
    expect(textsAt(writeTo({}), '//SellerParty//Telephone')).toEqual(['+34976000000']);
  });

  it('of the administration has its offices in DIR3 with their roles', () => {
    const dir3 = {
      accountingOffice: 'L01280796',
      managingBody: 'LA0007407',
      processingUnit: 'LA0007408',
      proposingBody: null,
    };
    const xml = writeTo({ dir3 });
    expect(textsAt(xml, '//AdministrativeCentre/CentreCode')).toEqual([
      'L01280796',
      'LA0007407',
      'LA0007408',
    ]);
    expect(textsAt(xml, '//AdministrativeCentre/RoleTypeCode')).toEqual(['01', '02', '03']);
    expect(textsAt(xml, '//AdministrativeCentre//PostCode')).toEqual(['46001', '46001', '46001']);
    expect(
      textsAt(writeTo({ dir3: { ...dir3, proposingBody: 'LA0007409' } }), '//RoleTypeCode'),
    ).toHaveLength(4);
  });
});
