import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_RIGHTS, KEY_RIGHTS, type KeyRight } from '../../../src/contracts/codes.ts';
import type { OrganizationSummary } from '../../../src/api/access/organizations.ts';
import { type OrderOptions, readId, readOrder, UsageError, withOrder } from '../command-context.ts';
import { print } from '../print.ts';
import { withOrganizations } from './with-organizations.ts';

const IN_WORDS =
  'submit (create and validate batches), read (everything that was sent and issued), correct (annul and resend)';

export type RightsOption = { readonly rights: readonly KeyRight[] };

/** Reads what an API key may do: `submit,read`. */
function readRights(text: string): readonly KeyRight[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !KEY_RIGHTS.some((right) => right === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`It must be one or several of ${KEY_RIGHTS.join(',')}.`);
  return KEY_RIGHTS.filter((right) => words.includes(right));
}

/** Adds what a new API key may do. */
export function withRights(command: Command): Command {
  return command.option('--rights <list>', `what the key may do: ${IN_WORDS}`, readRights, DEFAULT_RIGHTS);
}

/** Why there is no live key of this id. */
export function explainNoKey(keyId: number, organizations: readonly OrganizationSummary[]): string {
  const key = organizations.flatMap(({ keys }) => keys).find(({ id }) => id === keyId);
  return key?.revokedAt
    ? `Key ${keyId} is revoked already, since ${key.revokedAt.toISOString()}`
    : `There is no key ${keyId}`;
}

/** npm run engine -- org rights */
export function addRightsCommand(program: Command): void {
  withOrder(program.command('rights'))
    .description('change what an API key may do: for its open sessions, too')
    .argument('<key>', "the key's id, as `list` shows it", readId)
    .requiredOption('--rights <list>', `all that it may do from now on: ${IN_WORDS}`, readRights)
    .action((keyId: number, options: OrderOptions & RightsOption) =>
      withOrganizations(async ({ orm }, { changeRights, listOrganizations }) => {
        if (!(await changeRights(orm, keyId, options.rights, readOrder(options))))
          throw new UsageError(explainNoKey(keyId, await listOrganizations(orm)));
        await print(`Key ${keyId} may ${options.rights.join(', ')}`);
      }),
    );
}
