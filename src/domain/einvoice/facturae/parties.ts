import type {
  InvoiceDocument,
  PersonName as NameParts,
  Recipient,
} from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { SPANISH_DOCUMENTS } from '../../registration/identify-party.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { isNameOf } from '../../invoice/read-person-name.ts';
import { vatPrefixOf } from '../../invoice/vat-number.ts';
import { requireAddress } from '../parties.ts';
import { isOutsideVatTerritory } from '../provinces.ts';
import { NotExpressible } from '../refusal.ts';
import { type Address, buildAddress } from './addresses.ts';
import { fits, limitText } from './limit-text.ts';
import { nameOf, type PersonName, splitName } from './person-name.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';

/** BusinessType: the issuer or the recipient. */
export type Party = {
  readonly personType: PersonType;
  readonly residence: Residence;
  readonly taxNumber: string;
  readonly centres: readonly Centre[];
  readonly name: { readonly corporate: string } | { readonly person: PersonName };
  readonly address: Address;
  readonly contact: Contact;
};

/** A natural person or any other. */
type PersonType = 'F' | 'J';
/** Resident in Spain, in another member state of the European Union, or elsewhere. */
type Residence = 'R' | 'U' | 'E';
/** AdministrativeCentre: an office of a public body in the directory DIR3. */
export type Centre = { readonly code: string; readonly role: string };
export type Contact = {
  readonly phone?: string;
  readonly website?: string;
  readonly email?: string;
  /** ContactPersons. */
  readonly person?: string;
};

const SPAIN = 'ES';
/**
 * The code with which the one-stop shop names Northern Ireland, whose residents are not in the
 * European Union.
 */
const NORTHERN_IRELAND = 'XI';
const MAX_CORPORATE_NAME = 80;
const MAX_PHONE = 15;
const MAX_WEB = 60;
const MIN_TAX_NUMBER = 3;
const MAX_TAX_NUMBER = 30;
const MAX_CENTRE = 10;

/**
 * Builds SellerParty.
 * @throws NotExpressible if the issuer has no address, or its name does not fit.
 */
export function buildSeller({ issuer, recipient }: InvoiceDocument, profile: IssuerDetails | null): Party {
  const { address, postalCode, city, countryCode } = requireAddress(profile);
  const { province, phone, email, website } = profile!;
  // The schema requires the prefix of the country if the parties are in different member states.
  const isWithinUnion = recipient !== null && residenceOf(countryOf(recipient)) === 'U';
  const hasPrefix = isWithinUnion && !isOutsideVatTerritory(countryCode, postalCode);
  return {
    ...identify(nameIssuer(issuer, profile), formatMessage('the_issuer')),
    residence: 'R',
    taxNumber: hasPrefix ? SPAIN + issuer.nif : issuer.nif,
    centres: [],
    address: buildAddress({ address, postalCode, city, countryCode, province }, formatMessage('the_issuer')),
    contact: buildContact({ phone, email, website }),
  };
}

/**
 * Who issues or signs an invoice in the name of its issuer, with the address that Facturae requires
 * of a third party.
 */
export type ThirdParty = {
  readonly name: string;
  /** Its NIF. */
  readonly nif: string;
  readonly address: Pick<
    IssuerDetails,
    'address' | 'postalCode' | 'city' | 'countryCode' | 'province' | 'personName'
  >;
};

/**
 * Builds ThirdParty.
 * @throws NotExpressible if its address is incomplete, or its name does not fit.
 */
export function buildThirdParty({ name, nif, address }: ThirdParty): Party {
  const whose = formatMessage('the_third_party');
  return {
    ...identify(nameIssuer({ nif, name }, address), whose),
    residence: 'R',
    taxNumber: nif,
    centres: [],
    address: buildAddress({ ...address, countryCode: address.countryCode ?? SPAIN }, whose),
    contact: {},
  };
}

/**
 * Builds BuyerParty.
 * @throws NotExpressible if its address is incomplete, or its name or its number does not fit.
 */
export function buildBuyer(recipient: Recipient): Party {
  const { documentNumber, address, postalCode, city } = recipient;
  const countryCode = countryOf(recipient);
  if (documentNumber.length < MIN_TAX_NUMBER || documentNumber.length > MAX_TAX_NUMBER) {
    throw new NotExpressible(
      'TaxIdentificationNumber',
      formatMessage('facturae_tax_number', {
        least: MIN_TAX_NUMBER,
        most: MAX_TAX_NUMBER,
        number: documentNumber,
      }),
      'recipients[0].document_number',
    );
  }
  return {
    ...identify(nameRecipient(recipient), formatMessage('the_recipient')),
    residence: residenceOf(countryCode),
    taxNumber: documentNumber,
    centres: listCentres(recipient),
    address: buildAddress(
      { address, postalCode, city, countryCode, province: null },
      formatMessage('the_recipient'),
      'recipients[0]',
    ),
    contact: buildBuyerContact(recipient),
  };
}

/** Without a country the recipient is in Spain. */
function countryOf({ countryCode }: Recipient): string {
  return countryCode ?? SPAIN;
}

function residenceOf(countryCode: string): Residence {
  if (countryCode === SPAIN) return 'R';
  return countryCode !== NORTHERN_IRELAND && vatPrefixOf(countryCode) !== null ? 'U' : 'E';
}

/**
 * Without the parts of a name, only a Spanish number or a passport shows that the recipient is a
 * natural person.
 */
function isPerson({ documentType, documentNumber, personName }: Recipient): boolean {
  return (
    personName !== undefined ||
    documentType === 'passport' ||
    (SPANISH_DOCUMENTS.has(documentType) && isPersonNif(documentNumber))
  );
}

/**
 * The name of a party, with the parts that are stated, and the member of an invoice that states
 * them.
 */
type Named = {
  readonly name: string;
  readonly personType: PersonType;
  readonly parts: NameParts | undefined;
  readonly member: string;
};

/**
 * Names an issuer. The parts of the invoice precede those of the profile, which count only if they
 * have the words of the name.
 */
function nameIssuer({ nif, name, personName }: InvoiceDocument['issuer'], profile: OwnParts | null): Named {
  const own = profile?.personName;
  return {
    name,
    personType: isPersonNif(nif) ? 'F' : 'J',
    parts: personName ?? (own && isNameOf(own, name) ? own : undefined),
    member: 'issuer_name',
  };
}
type OwnParts = Pick<IssuerDetails, 'personName'>;

function nameRecipient(recipient: Recipient): Named {
  const { name, personName } = recipient;
  return {
    name,
    personType: isPerson(recipient) ? 'F' : 'J',
    parts: personName,
    member: 'recipients[0].name',
  };
}

function identify(
  { name, personType, parts, member }: Named,
  whose: Text,
): Pick<Party, 'personType' | 'name'> {
  if (personType === 'F')
    return { personType, name: { person: parts ? nameOf(parts) : splitName(name, member).person } };
  const corporate = limitText(
    name,
    'CorporateName',
    MAX_CORPORATE_NAME,
    formatMessage('the_name_of', { whose }),
    member,
  );
  return { personType, name: { corporate } };
}

/** The name of a party that Facturae states by a guess. */
export type GuessedName = {
  readonly of: 'issuer' | 'recipient';
  readonly name: string;
  readonly person: PersonName;
};

/**
 * Finds the names of natural persons that an expressible invoice states by a guess, because neither
 * the invoice nor a profile states their parts.
 */
export function findGuessedNames(
  { issuer, recipient }: InvoiceDocument,
  profile: IssuerDetails | null,
): GuessedName[] {
  const named = [
    { of: 'issuer' as const, ...nameIssuer(issuer, profile) },
    ...(recipient === null ? [] : [{ of: 'recipient' as const, ...nameRecipient(recipient) }]),
  ];
  return named.flatMap(({ of, name, personType, parts, member }) => {
    if (personType === 'J' || parts) return [];
    const { person, isGuessed } = splitName(name, member);
    return isGuessed ? [{ of, name, person }] : [];
  });
}

/**
 * RoleTypeCode: fiscal (oficina contable), receiver (órgano gestor), payer (unidad tramitadora) and
 * buyer (órgano proponente).
 */
function listCentres({ dir3 }: Recipient): Centre[] {
  if (dir3 === undefined) return [];
  const { accountingOffice, managingBody, processingUnit, proposingBody } = dir3;
  return [accountingOffice, managingBody, processingUnit, proposingBody].flatMap((code, place) =>
    code === null
      ? []
      : [
          {
            code: limitText(code, 'CentreCode', MAX_CENTRE, formatMessage('dir3_code')),
            role: `0${place + 1}`,
          },
        ],
  );
}

const MAX_PERSON = 40;

/**
 * Builds the contact of the recipient; without an e-mail of its own that is the electronic address,
 * if it is one.
 */
function buildBuyerContact({ contact, electronicAddress }: Recipient): Contact {
  const { name, phone, email } = contact ?? { name: null, phone: null, email: null };
  const address = electronicAddress?.scheme === 'EM' ? electronicAddress.value : null;
  return {
    ...buildContact({ phone, email: email ?? address }),
    ...(name !== null && fits(name, MAX_PERSON) && { person: name }),
  };
}

/**
 * Describes the contact of the recipient if not all of it fits into ContactDetails; null if it
 * does.
 */
export function describeContact({ recipient }: InvoiceDocument): string | null {
  if (recipient?.contact === undefined) return null;
  const { name, phone, email } = recipient.contact;
  const stated = buildBuyerContact(recipient);
  const isWhole =
    stated.person === (name ?? undefined) &&
    stated.phone === phone?.replaceAll(/\s/gu, '') &&
    (email === null || stated.email === email);
  if (isWhole) return null;
  return `Contacto del comprador: ${[name, phone, email].filter((text) => text !== null).join(', ')}.`;
}

/** Builds ContactDetails of what fits, since an invoice need not state it. */
function buildContact(given: Partial<Pick<IssuerDetails, 'phone' | 'email' | 'website'>>): Contact {
  const phone = given.phone?.replaceAll(/\s/gu, '') ?? '';
  const { email, website } = given;
  return {
    ...(phone !== '' && fits(phone, MAX_PHONE) && { phone }),
    ...(website && fits(website, MAX_WEB) && { website }),
    ...(email && fits(email, MAX_WEB) && { email }),
  };
}
