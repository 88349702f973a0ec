import { Command, InvalidArgumentError } from 'commander';
import { showControls } from '../contracts/acts.ts';
import { SPFE_CHANNELS } from '../contracts/spfe.ts';
import type { RecipientProfile } from '../contracts/recipient-profile.ts';
import type { RecipientProfileInput } from '../contracts/v2/recipient-profiles.ts';
import { readProfiledNumber } from '../domain/recipients/profiled-number.ts';
import { readRecipientProfile } from '../domain/recipients/read-recipient-profile.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  requireOrganization,
  UsageError,
  withOrder,
  withDatabase,
} from './command-context.ts';
import { print } from './print.ts';
import { NAME_PARTS_OPTION, readNameParts, showNameParts } from './read-name-parts.ts';

/* npm run engine -- recipient: manages what electronic invoices need of recipients. */

type Given = {
  readonly electronicAddress?: RecipientProfileInput['electronic_address'];
  readonly dir3?: RecipientProfileInput['dir3'];
  readonly buyerReference?: string;
  readonly accountingReference?: string;
  readonly contact?: RecipientProfileInput['contact'];
  readonly personName?: RecipientProfileInput['person_name'];
  readonly unit?: string;
  readonly business?: boolean | '';
  readonly spfeChannel?: string;
  readonly withoutPdfSince?: string;
};

export const command = new Command('recipient').description(
  'manage the profiles of recipients: electronic address, DIR3 codes, contact, parts of the name, whether they are businesses, channel of electronic invoices, references and unit of the invoices to them',
);

const RECIPIENT = 'the NIF or tax number of the recipient, as invoices state it';

withOrder(command.command('set'))
  .description('set the profile of a recipient for the invoices issued from now on')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<number>', RECIPIENT, readNumber)
  .option(
    '--electronic-address <scheme:value>',
    'the address for electronic invoices after its scheme, a code of the Electronic Address Scheme (EAS): 9920:ESA12345674',
    readAddress,
  )
  .option(
    '--dir3 <codes>',
    'the DIR3 codes of a public body, separated by commas: oficina contable, órgano gestor, unidad tramitadora, and the órgano proponente if there is one',
    readDir3,
  )
  .option(
    '--contact <name,phone,email>',
    'whom to ask about an invoice: name, telephone and e-mail address, separated by commas; each may be empty',
    readContact,
  )
  .option(...NAME_PARTS_OPTION, readNameParts)
  .option('--buyer-reference <text>', 'the reference of the buyer')
  .option('--accounting-reference <text>', 'the account in the books of the buyer')
  .option(
    '--business <yes or no>',
    'whether the recipient acts as a business or professional, on which the duty of electronic invoices depends',
    readBusiness,
  )
  .option(
    '--spfe-channel <channel>',
    `how the recipient receives invoices that the duty of electronic invoices concerns: ${SPFE_CHANNELS.join(', ')}`,
  )
  .option(
    '--without-pdf-since <date>',
    'the day from which on the recipient accepts electronic invoices without a PDF: 2027-10-06',
  )
  .option('--unit <code>', 'the unit of lines without one: a code of UN/ECE Recommendation 20, such as HUR')
  .addHelpText(
    'after',
    '\nA field without an option keeps its value; an empty text removes it. An invoice that states a value of its own keeps it.',
  )
  .action((organizationId: number, number: string, { operator, reason, ...given }: Given & OrderOptions) =>
    withDatabase(async (database) => {
      const { changeAsOperator, listAsOperator } =
        await import('../organizations/recipients/recipient-profiles.ts');
      if (Object.keys(given).length === 0)
        throw new UsageError('Give at least one of the options; `recipient list` shows the profile');
      await requireOrganization(database, organizationId);
      const { pool } = database;
      const [current] = await listAsOperator(pool, organizationId, number);
      const profile = readChanges(current?.profile ?? {}, given, number);
      const order = readOrder({ operator, ...(reason === undefined ? {} : { reason }) });
      await changeAsOperator(pool, organizationId, number, profile, order);
      await print(`Recipient ${number} has a new profile; invoices issued before keep their values`);
      await show(profile);
    }),
  );

command
  .command('list')
  .description('list the profiles of recipients')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('[number]', `only this recipient: ${RECIPIENT}`, readNumber)
  .action((organizationId: number, number: string | undefined) =>
    withDatabase(async (database) => {
      const { listAsOperator } = await import('../organizations/recipients/recipient-profiles.ts');
      await requireOrganization(database, organizationId);
      const found = await listAsOperator(database.pool, organizationId, number ?? null);
      if (found.length === 0)
        return await print(
          number === undefined ? 'No recipient has a profile' : `Recipient ${number} has no profile`,
        );
      for (const { number: each, profile, changedAt } of found) {
        await print(`${each}  (since ${changedAt})`);
        await show(profile);
      }
    }),
  );

command
  .command('history')
  .description('list the versions of a profile, the last first, with who changed it')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<number>', RECIPIENT, readNumber)
  .action((organizationId: number, number: string) =>
    withDatabase(async (database) => {
      const { listProfileVersions } = await import('../organizations/recipients/recipient-profiles.ts');
      await requireOrganization(database, organizationId);
      const versions = await listProfileVersions(database.pool, organizationId, number);
      if (versions.length === 0) return await print(`Recipient ${number} never had a profile`);
      for (const { profile, since, until, operator, reason } of versions) {
        const who = `by ${operator ?? 'nobody known'}${reason === null ? '' : `: ${reason}`}`;
        await print(showControls(`since ${since}${until === null ? '' : ` until ${until}`}  ${who}`));
        await (profile === null ? print('  no profile') : show(profile));
      }
    }),
  );

withOrder(command.command('remove'))
  .description('remove the profile of a recipient; invoices issued before keep their values')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<number>', RECIPIENT, readNumber)
  .action((organizationId: number, number: string, options: OrderOptions) =>
    withDatabase(async (database) => {
      const { changeAsOperator, listAsOperator } =
        await import('../organizations/recipients/recipient-profiles.ts');
      await requireOrganization(database, organizationId);
      const { pool } = database;
      const [current] = await listAsOperator(pool, organizationId, number);
      if (current === undefined) throw new UsageError(`Recipient ${number} has no profile`);
      await changeAsOperator(pool, organizationId, number, null, readOrder(options));
      await print(`Recipient ${number} has no profile any more`);
    }),
  );

/** Applies the given options to a profile. @throws UsageError with everything that is wrong. */
function readChanges(current: RecipientProfile, given: Given, number: string): RecipientProfile {
  const read = readRecipientProfile(
    {
      electronic_address: given.electronicAddress ?? null,
      dir3: given.dir3 ?? null,
      contact: given.contact ?? null,
      person_name: given.personName ?? null,
      is_business: given.business === '' ? null : (given.business ?? null),
      spfe_channel: given.spfeChannel ?? null,
      accepts_without_pdf_since: given.withoutPdfSince ?? null,
      buyer_reference: given.buyerReference ?? null,
      accounting_reference: given.accountingReference ?? null,
      default_unit_code: given.unit ?? null,
    },
    number,
  );
  if ('findings' in read) throw new UsageError(read.findings.map(({ message }) => message.en).join('\n'));
  const kept: RecipientProfile = { ...current };
  if (given.electronicAddress !== undefined) delete kept.electronicAddress;
  if (given.dir3 !== undefined) delete kept.dir3;
  if (given.contact !== undefined) delete kept.contact;
  if (given.personName !== undefined) delete kept.personName;
  if (given.business !== undefined) delete kept.isBusiness;
  if (given.spfeChannel !== undefined) delete kept.spfeChannel;
  if (given.withoutPdfSince !== undefined) delete kept.acceptsWithoutPdfSince;
  if (given.accountingReference !== undefined) delete kept.accountingReference;
  if (given.buyerReference !== undefined) delete kept.buyerReference;
  if (given.unit !== undefined) delete kept.defaultUnitCode;
  return { ...kept, ...read.profile };
}

async function show({
  electronicAddress,
  dir3,
  contact,
  personName,
  isBusiness,
  spfeChannel,
  acceptsWithoutPdfSince,
  buyerReference,
  accountingReference,
  defaultUnitCode,
}: RecipientProfile): Promise<void> {
  if (electronicAddress)
    await print(`  electronic address: ${electronicAddress.scheme}:${electronicAddress.value}`);
  if (dir3) {
    const { accountingOffice, managingBody, processingUnit, proposingBody } = dir3;
    const codes = [accountingOffice, managingBody, processingUnit, proposingBody];
    await print(`  DIR3: ${codes.filter((code) => code !== null).join(', ')}`);
  }
  if (contact) {
    const { name, phone, email } = contact;
    await print(`  contact: ${[name, phone, email].filter((text) => text !== null).join(', ')}`);
  }
  if (personName) await print(`  person name: ${showNameParts(personName)}`);
  if (isBusiness !== undefined) await print(`  business or professional: ${isBusiness ? 'yes' : 'no'}`);
  if (spfeChannel !== undefined) await print(`  SPFE channel: ${spfeChannel}`);
  if (acceptsWithoutPdfSince !== undefined)
    await print(`  accepts invoices without a PDF since: ${acceptsWithoutPdfSince}`);
  if (buyerReference !== undefined) await print(`  buyer reference: ${buyerReference}`);
  if (accountingReference !== undefined) await print(`  accounting reference: ${accountingReference}`);
  if (defaultUnitCode !== undefined) await print(`  unit: ${defaultUnitCode}`);
}

function readNumber(text: string): string {
  const number = readProfiledNumber(text);
  if (number === null)
    throw new InvalidArgumentError(
      'It must be a NIF without ES and with its right check character, a VAT number of another member state with its prefix, or a tax number of another country.',
    );
  return number;
}

/** Reads `yes` or `no`. An empty text removes the value. */
function readBusiness(text: string): boolean | '' {
  if (text === '' || text === 'yes' || text === 'no') return text === '' ? '' : text === 'yes';
  throw new InvalidArgumentError('It must be yes or no.');
}

/**
 * Reads `scheme:value`. An empty text removes the address: Commander turns a null that a parser
 * returns into an empty text.
 */
function readAddress(text: string): NonNullable<Given['electronicAddress']> | '' {
  if (text === '') return '';
  const [scheme = '', ...value] = text.split(':');
  if (value.length === 0)
    throw new InvalidArgumentError(
      'It must be a scheme and a value, separated by a colon: 9920:ESA12345674.',
    );
  return { scheme, value: value.join(':') };
}

/**
 * Reads the name, the telephone and the e-mail address of a contact, of which the last may be left
 * out. An empty text removes it.
 */
function readContact(text: string): NonNullable<Given['contact']> | '' {
  if (text === '') return '';
  const [name = '', phone = '', email = '', ...others] = text.split(',').map((part) => part.trim());
  if (others.length > 0)
    throw new InvalidArgumentError(
      'It must be a name, a telephone and an e-mail address, separated by commas.',
    );
  return { name, phone, email };
}

/** Reads three or four DIR3 codes in the order of `--dir3`. An empty text removes them. */
function readDir3(text: string): NonNullable<Given['dir3']> | '' {
  if (text === '') return '';
  const codes = text.split(',').map((code) => code.trim());
  if (codes.length < 3 || codes.length > 4)
    throw new InvalidArgumentError(
      'It must be three or four codes, separated by commas: oficina contable, órgano gestor, unidad tramitadora, and the órgano proponente if there is one.',
    );
  const [accounting, managing, processing, proposing = null] = codes;
  return {
    accounting_office: accounting!,
    managing_body: managing!,
    processing_unit: processing!,
    proposing_body: proposing,
  };
}
