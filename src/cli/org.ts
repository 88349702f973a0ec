import { Command, InvalidArgumentError, Option } from 'commander';
import {
  DEFAULT_RIGHTS,
  KEY_RIGHTS,
  type KeyRight,
  OUTSIDE_REASONS,
  type OutsideReason,
} from '../contracts/codes.ts';
import { LEAST_KEEP_YEARS } from '../contracts/limits.ts';
import { generateApiKey, hashSecret, showPrefix } from '../organizations/access/secrets.ts';
import type { OrganizationSummary } from '../organizations/access/organizations.ts';
import { listIssuersWithoutAddress } from '../organizations/issuers.ts';
import { describeWithoutAddress } from '../organizations/missing-addresses.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  readShownText,
  requireOrganization,
  UsageError,
  withOrder,
  withDatabase,
} from './command-context.ts';
import { print } from './print.ts';
import { addCertificateCommands } from './org/certificate.ts';
import { addIssuerCommand } from './org/issuer-profile.ts';
import { addIssuersCommand, describeBinding } from './org/bind-issuers.ts';
import { addRegisterCommand } from './org/register.ts';
import { addSpfeCommand } from './org/spfe.ts';
import { addSeriesCommands } from './org/series.ts';
import { addSettingCommands } from './org/settings.ts';
import { addOutsideCommand, REASONS_IN_WORDS } from './org/outside.ts';

/*
 * npm run org: manages organizations, their API keys, the profiles of their issuers and their
 * certificates for AEAT.
 */

const RIGHTS: Readonly<Record<KeyRight, string>> = {
  submit: 'create and validate batches',
  read: 'read batches, invoices and PDFs',
  correct: 'annul and resend',
  webhooks: 'manage webhook endpoints',
  recipients: 'change the profiles of recipients',
  series: 'create and change series of invoice numbers',
  payments: 'record and cancel payments',
};
const RIGHTS_IN_WORDS = KEY_RIGHTS.map((right) => `${right} (${RIGHTS[right]})`).join(', ');

type RightsOption = { readonly rights: readonly KeyRight[] };

/** Reads what an API key may do: `submit,read`. */
function readRights(text: string): readonly KeyRight[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !KEY_RIGHTS.some((right) => right === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`It must be one or several of ${KEY_RIGHTS.join(',')}.`);
  return KEY_RIGHTS.filter((right) => words.includes(right));
}

/** Adds the option with the rights of a new API key. */
function withRights(command: Command): Command {
  return command.option(
    '--rights <list>',
    `the rights of the key, separated by commas: ${RIGHTS_IN_WORDS}`,
    readRights,
    DEFAULT_RIGHTS,
  );
}

/** Explains why there is no active key with this id. */
function explainNoKey(keyId: number, organizations: readonly OrganizationSummary[]): string {
  const key = organizations.flatMap(({ keys }) => keys).find(({ id }) => id === keyId);
  return key?.revokedAt
    ? `Key ${keyId} was already revoked at ${key.revokedAt.toISOString()}`
    : `There is no key ${keyId}`;
}

function newKey({ rights }: RightsOption) {
  const apiKey = generateApiKey();
  return { apiKey, key: { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey), rights } };
}

function readName(text: string): string {
  const name = readShownText(text, 120);
  if (name === '') throw new InvalidArgumentError('It must have 1 to 120 characters.');
  return name;
}

/**
 * The message if a new key could not be printed. Only its hash is stored, so that key can never be
 * used.
 */
function describeLostKey(created: string, organizationId: number, prefix: string): string {
  return `${created} was created, but its API key could not be shown: revoke ${prefix}… (npm run engine -- org list, npm run engine -- org revoke <key>) and create another (npm run engine -- org key ${organizationId})`;
}

const MAX_NAMED = 10;

/** `3  Peña SL  (12 batches, VeriFactu off: sii, for B12345674 only)` */
function describe(organization: OrganizationSummary): string {
  const {
    id,
    name,
    batches,
    verifactu,
    outside,
    issuerNifs,
    pausedAt,
    pdfsOnDemand,
    keepYears,
    migrating,
    uniqueExternalIds,
  } = organization;
  const known = [
    `${batches} batches`,
    ...(pausedAt === null ? [] : [`PAUSED since ${pausedAt.toISOString()}`]),
    ...(pdfsOnDemand ? ['PDFs on demand'] : []),
    ...(migrating ? ['MIGRATING: earlier issue dates are accepted'] : []),
    ...(uniqueExternalIds ? ['external ids unique'] : []),
    ...(keepYears === LEAST_KEEP_YEARS ? [] : [`retained ${keepYears} years`]),
    ...(verifactu ? [] : [`VeriFactu off: ${outside}`]),
    ...(issuerNifs === null ? [] : [`for ${describeBinding(issuerNifs, MAX_NAMED)}`]),
  ];
  return `${id}  ${name}  (${known.join(', ')})`;
}

export const command = new Command('org').description(
  'manage organizations, their API keys, issuers and certificates',
);

withRights(withOrder(command.command('create')))
  .description('create an organization; prints its id and its API key, which is shown only once')
  .argument('<name>', 'the legal name; the default issuer name of its invoices', readName)
  .addOption(
    new Option(
      '--no-verifactu <reason>',
      `issue without registration records and QR codes; only for issuers outside the scope of the regulation: ${REASONS_IN_WORDS}`,
    ).choices(OUTSIDE_REASONS),
  )
  .action((name: string, options: OrderOptions & RightsOption & { verifactu: true | OutsideReason }) =>
    withDatabase(async ({ orm }) => {
      const { createOrganization } = await import('../organizations/access/organizations.ts');
      const { apiKey, key } = newKey(options);
      const outside = options.verifactu === true ? null : options.verifactu;
      const id = await createOrganization(orm, { name, outside, key }, readOrder(options));
      await print(
        `Organization ${id}\nAPI key ${apiKey}`,
        describeLostKey(`Organization ${id}`, id, key.prefix),
      );
    }),
  );

command
  .command('list')
  .description(
    'list the organizations with their keys, the issuers they are bound to, and their issuers without an address',
  )
  .action(() =>
    withDatabase(async ({ orm, pool }) => {
      const { listOrganizations } = await import('../organizations/access/organizations.ts');
      const organizations = await listOrganizations(orm);
      const withoutAddress = new Map(
        (await listIssuersWithoutAddress(pool, MAX_NAMED)).map((one) => [one.organizationId, one]),
      );
      if (organizations.length === 0) await print('There is no organization yet');
      for (const organization of organizations) {
        const { id, keys } = organization;
        await print(describe(organization));
        for (const key of keys) {
          const state = key.revokedAt ? `revoked ${key.revokedAt.toISOString()}` : 'live';
          await print(`    key ${key.id}  ${key.prefix}…  ${key.rights.join(',')}  ${state}`);
        }
        const issuers = withoutAddress.get(id);
        if (issuers !== undefined) await print(`    ${describeWithoutAddress(issuers)}`);
      }
    }),
  );

withRights(withOrder(command.command('key')))
  .description('add an API key to an organization; prints the key, which is shown only once')
  .argument('<organization>', 'the id of the organization', readId)
  .action((organizationId: number, options: OrderOptions & RightsOption) =>
    withDatabase(async (database) => {
      const { addApiKey } = await import('../organizations/access/organizations.ts');
      await requireOrganization(database, organizationId);
      const { apiKey, key } = newKey(options);
      const id = await addApiKey(database.orm, organizationId, key, readOrder(options));
      await print(`Key ${id}\nAPI key ${apiKey}`, describeLostKey(`Key ${id}`, organizationId, key.prefix));
    }),
  );

withOrder(command.command('revoke'))
  .description('revoke an API key; ends its sessions at once')
  .argument('<key>', 'the id of the key, from `org list`', readId)
  .action((keyId: number, options: OrderOptions) =>
    withDatabase(async ({ orm }) => {
      const { listOrganizations, revokeApiKey } = await import('../organizations/access/organizations.ts');
      if (!(await revokeApiKey(orm, keyId, new Date(), readOrder(options))))
        throw new UsageError(explainNoKey(keyId, await listOrganizations(orm)));
      await print(`Key ${keyId} is revoked`);
    }),
  );

withOrder(command.command('rights'))
  .description('change the rights of an API key; also applies to its open sessions')
  .argument('<key>', 'the id of the key, from `org list`', readId)
  .requiredOption(
    '--rights <list>',
    `all rights of the key from now on, separated by commas: ${RIGHTS_IN_WORDS}`,
    readRights,
  )
  .action((keyId: number, options: OrderOptions & RightsOption) =>
    withDatabase(async ({ orm }) => {
      const { changeRights, listOrganizations } = await import('../organizations/access/organizations.ts');
      if (!(await changeRights(orm, keyId, options.rights, readOrder(options))))
        throw new UsageError(explainNoKey(keyId, await listOrganizations(orm)));
      await print(`Key ${keyId} has the rights ${options.rights.join(', ')}`);
    }),
  );

addIssuersCommand(command);
addOutsideCommand(command);
addIssuerCommand(command);
addSettingCommands(command);
addCertificateCommands(command);
addSeriesCommands(command);
addRegisterCommand(command);
addSpfeCommand(command);
