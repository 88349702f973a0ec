import { type Command, InvalidArgumentError } from 'commander';
import { LANGUAGES, type Language } from '../../contracts/codes.ts';
import { COUNTRY_CODES } from '../../domain/invoice/country-codes.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  readShownText,
  requireOrganization,
  UsageError,
  withOrder,
  withDatabase,
} from '../command-context.ts';
import { print } from '../print.ts';
import { NAME_PARTS_OPTION, readNameParts, showNameParts } from '../read-name-parts.ts';
import {
  type BookOptions,
  changeBook,
  readActivity,
  readIncomeConcept,
  readProperty,
  showBook,
} from './read-book-parameters.ts';
import { checkAccount, readBic, readIban } from './read-account.ts';
import { readElectronicAddress } from './read-electronic-address.ts';
import { readBillingAuthorisations } from './read-authorisations.ts';
import { checkIssuerPerson, readIssuerPerson } from './read-issuer-person.ts';
import { readAccent, readLogo } from './read-looks.ts';
import type { PersonNameInput } from '../../contracts/v2/invoice-input.ts';

const MAX_TEXT = 250;
const MAX_NAME = 120;

type Options = OrderOptions &
  BookOptions &
  Partial<Omit<IssuerProfile, 'personName' | 'book'>> & { readonly personName?: PersonNameInput | '' };

const NO_PROFILE: IssuerProfile = {
  name: null,
  personName: null,
  address: null,
  postalCode: null,
  city: null,
  province: null,
  countryCode: null,
  email: null,
  phone: null,
  website: null,
  registryNote: null,
  iban: null,
  bic: null,
  electronicAddress: null,
  book: null,
  billingAuthorisations: null,
  accent: null,
  language: null,
  logo: null,
};

/**
 * Adds `issuer`, which sets the profile of an issuer: data without a field in the API, which every
 * invoice issued from now on shows.
 */
export function addIssuerCommand(program: Command): void {
  withOrder(program.command('issuer'))
    .description(
      'set the address, contact, account and appearance of an issuer for the invoices issued from now on, or show them',
    )
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<nif>', 'the NIF of the issuer', readNif)
    .option('--name <text>', "the name in AEAT's census, for the header of messages to AEAT", readName)
    .option(...NAME_PARTS_OPTION, readNameParts)
    .option('--address <text>', 'street and number', readText)
    .option('--postal-code <text>', 'postal code', readText)
    .option('--city <text>', 'town', readText)
    .option('--province <text>', 'province', readText)
    .option(
      '--country-code <code>',
      'the ISO 3166-1 alpha-2 code of a country other than Spain',
      readCountryCode,
    )
    .option('--email <text>', 'e-mail address', readText)
    .option('--phone <text>', 'telephone', readText)
    .option('--website <text>', 'web site', readText)
    .option('--registry-note <text>', 'a note such as the entry in the Registro Mercantil', readText)
    .option('--iban <iban>', 'the account to which transfers to the issuer are made', readIban)
    .option('--bic <bic>', 'the BIC of the bank of that account', readBic)
    .option(
      '--electronic-address <scheme:value>',
      'the address for electronic invoices; without one Peppol uses the VAT number: 0088:8412345678905',
      readElectronicAddress,
    )
    .option(
      '--book-activity <code>',
      'for the book of issued invoices: the activity with its type and its group of the IAE: A05/841',
      readActivity,
    )
    .option(
      '--book-income <code>',
      'for the joint book of IVA and IRPF: the concept of income; I01 is operating income',
      readIncomeConcept,
    )
    .option(
      '--book-property <situation/reference>',
      'for the book of a landlord: the situation and the cadastral reference of the property',
      readProperty,
    )
    .option(
      '--billing-authorisations <list>',
      'the authorisations of AEAT by which its invoices are issued that state none, separated by semicolons, each with a description after a colon: RGE-17: datos de la factura; RGE-18',
      readBillingAuthorisations,
    )
    .option(
      '--accent <colour>',
      'the colour of title, rules and amount to pay, dark enough to be legible: 1a5276',
      readAccent,
    )
    .option(
      '--language <code>',
      `the language of labels, dates and numbers: ${LANGUAGES.join(', ')}`,
      readLanguage,
    )
    .option('--logo <file>', 'a PNG or JPEG file of at most 200 KiB and 4000 pixels per side', readLogo)
    .addHelpText(
      'after',
      '\nA field without an option keeps its value; an empty text removes it. Without options the command shows the profile.',
    )
    .action((organizationId: number, nif: string, { operator, reason, ...options }: Options) =>
      withDatabase(async (database) => {
        const { addIssuerProfile, findIssuerProfile } =
          await import('../../organizations/access/organizations.ts');
        await requireOrganization(database, organizationId);
        const current = await findIssuerProfile(database.orm, organizationId, nif);
        const { personName, bookActivity, bookIncome, bookProperty, ...texts } = options;
        const book = changeBook(current?.book, {
          ...(bookActivity !== undefined && { bookActivity }),
          ...(bookIncome !== undefined && { bookIncome }),
          ...(bookProperty !== undefined && { bookProperty }),
        });
        const given = {
          ...texts,
          ...(book !== undefined && { book }),
          ...(personName !== undefined && { personName: readIssuerPerson(personName || null, nif) }),
        };
        if (Object.keys(given).length === 0) {
          if (!current) throw new UsageError(`Issuer ${nif} has no profile`);
          return show(current);
        }
        // Commander turns a null that a parser returns into an empty text.
        const changes = Object.entries(given).map(([name, value]) => [name, value || null] as const);
        const profile: IssuerProfile = { ...NO_PROFILE, ...current, ...Object.fromEntries(changes) };
        checkIssuerPerson(profile);
        checkAccount(current ?? NO_PROFILE, profile, 'bic' in given);
        await addIssuerProfile(
          database.orm,
          organizationId,
          nif,
          profile,
          readOrder({ operator, ...(reason === undefined ? {} : { reason }) }),
        );
        await print(`Issuer ${nif} has a new profile; invoices issued before keep theirs`);
        await show(profile);
      }),
    );
}

/** The names of the texts of a profile in the order in which they are shown. */
const SHOWN_NAMES: Readonly<
  Record<
    keyof Omit<IssuerProfile, 'logo' | 'electronicAddress' | 'personName' | 'book' | 'billingAuthorisations'>,
    string
  >
> = {
  name: 'name',
  address: 'address',
  postalCode: 'postal code',
  city: 'city',
  province: 'province',
  countryCode: 'country code',
  email: 'email',
  phone: 'phone',
  website: 'website',
  registryNote: 'registry note',
  iban: 'iban',
  bic: 'bic',
  accent: 'accent',
  language: 'language',
};

async function show({
  logo,
  electronicAddress,
  personName,
  book,
  billingAuthorisations,
  ...texts
}: IssuerProfile): Promise<void> {
  for (const name of Object.keys(SHOWN_NAMES) as (keyof typeof SHOWN_NAMES)[]) {
    const text = texts[name];
    if (text != null) await print(`  ${SHOWN_NAMES[name]}: ${text}`);
  }
  if (personName) await print(`  person name: ${showNameParts(personName)}`);
  if (electronicAddress)
    await print(`  electronic address: ${electronicAddress.scheme}:${electronicAddress.value}`);
  if (book) await print(`  book: ${showBook(book)}`);
  for (const { number, description } of billingAuthorisations ?? [])
    await print(`  authorisation: ${number}${description === null ? '' : `: ${description}`}`);
  if (logo) await print(`  logo: ${logo.mediaType}, ${Buffer.byteLength(logo.base64, 'base64')} bytes`);
}

function readText(text: string): string | null {
  const value = readShownText(text, MAX_TEXT);
  return value === '' ? null : value;
}

/** Reads the name of an issuer. AEAT's NombreRazon has at most 120 characters. */
function readName(text: string): string | null {
  const name = readText(text);
  if (name !== null && name.length > MAX_NAME)
    throw new InvalidArgumentError(`It must have at most ${MAX_NAME} characters.`);
  return name;
}

function readCountryCode(text: string): string | null {
  if (text === '') return null;
  if (!COUNTRY_CODES.has(text))
    throw new InvalidArgumentError('It must be a code of ISO 3166-1 in two capital letters, such as PT.');
  return text;
}

function readLanguage(text: string): Language | null {
  const language = LANGUAGES.find((code) => code === text);
  if (language === undefined && text !== '')
    throw new InvalidArgumentError(`It must be one of ${LANGUAGES.join(', ')}.`);
  return language ?? null;
}
