import { constant, each, inside, leaf, of, parent, type Part } from '../../xml/parts.ts';
import { type Address, isInSpain, type OverseasAddress, type SpanishAddress } from './addresses.ts';
import type { Centre, Contact, Party } from './parties.ts';
import type { PersonName } from './person-name.ts';

const SPANISH_ADDRESS = parent<SpanishAddress>(
  'AddressInSpain',
  leaf('Address', ({ line }) => line),
  leaf('PostCode', ({ postCode }) => postCode),
  leaf('Town', ({ town }) => town),
  leaf('Province', ({ province }) => province),
  constant('CountryCode', 'ESP'),
);

const OVERSEAS_ADDRESS = parent<OverseasAddress>(
  'OverseasAddress',
  leaf('Address', ({ line }) => line),
  leaf('PostCodeAndTown', ({ postCodeAndTown }) => postCodeAndTown),
  leaf('Province', ({ province }) => province),
  leaf('CountryCode', ({ country }) => country),
);

const ADDRESS = inside<Address>(
  of((address) => (isInSpain(address) ? address : undefined), SPANISH_ADDRESS),
  of((address) => (isInSpain(address) ? undefined : address), OVERSEAS_ADDRESS),
);

const CONTACT = parent<Contact>(
  'ContactDetails',
  leaf('Telephone', ({ phone }) => phone),
  leaf('WebAddress', ({ website }) => website),
  leaf('ElectronicMail', ({ email }) => email),
  leaf('ContactPersons', ({ person }) => person),
);

/** The elements of LegalEntity and Individual after the name. */
const AFTER_NAME = inside<Party>(
  of(({ address }) => address, ADDRESS),
  of(({ contact }) => contact, CONTACT),
);

const PERSON_NAME = inside<PersonName>(
  leaf('Name', ({ name }) => name),
  leaf('FirstSurname', ({ firstSurname }) => firstSurname),
  leaf('SecondSurname', ({ secondSurname }) => secondSurname),
);

/** A centre has the address of its party, since the schema requires one. */
const CENTRE = parent<Centre & { readonly address: Address }>(
  'AdministrativeCentre',
  leaf('CentreCode', ({ code }) => code),
  leaf('RoleTypeCode', ({ role }) => role),
  of(({ address }) => address, ADDRESS),
);

/** BusinessType. */
export function party(name: string): Part<Party> {
  return parent<Party>(
    name,
    parent(
      'TaxIdentification',
      leaf('PersonTypeCode', ({ personType }) => personType),
      leaf('ResidenceTypeCode', ({ residence }) => residence),
      leaf('TaxIdentificationNumber', ({ taxNumber }) => taxNumber),
    ),
    parent(
      'AdministrativeCentres',
      each(({ centres, address }) => centres.map((centre) => ({ ...centre, address })), CENTRE),
    ),
    of(
      (one) => (one.personType === 'J' ? one : undefined),
      parent(
        'LegalEntity',
        leaf('CorporateName', (one) => ('corporate' in one.name ? one.name.corporate : undefined)),
        AFTER_NAME,
      ),
    ),
    of(
      (one) => (one.personType === 'F' ? one : undefined),
      parent<Party>(
        'Individual',
        of((one) => ('person' in one.name ? one.name.person : undefined), PERSON_NAME),
        AFTER_NAME,
      ),
    ),
  );
}
