import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_BOUND_ISSUERS } from '../../contracts/limits.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  withOrder,
  withDatabase,
} from '../command-context.ts';
import { listOtherUsers, type OtherUser } from '../../organizations/issuers.ts';
import { print } from '../print.ts';

type Options = OrderOptions & { only?: readonly string[]; none?: boolean; any?: boolean };

/**
 * Adds `issuers`, which binds an organization to its issuers. A stolen key or a faulty client then
 * cannot issue for anyone else.
 */
export function addIssuersCommand(program: Command): void {
  withOrder(program.command('issuers'))
    .description(
      'bind an organization to its issuers, or show them; it can then issue for no other issuer, and no organization that is not bound to them can issue for them',
    )
    .argument('<organization>', 'the id of the organization', readId)
    .addOption(
      new Option('--only <nif...>', 'the NIFs of all its issuers')
        .argParser(readNifs)
        .conflicts(['none', 'any']),
    )
    .addOption(new Option('--none', 'bind it to no issuer: it can no longer issue invoices').conflicts('any'))
    .option('--any', 'remove the binding: it can issue for any issuer')
    .addHelpText(
      'after',
      '\nInvoices that were accepted before are still issued. Without options the command shows the issuers.',
    )
    .action((organizationId: number, options: Options) =>
      withDatabase(async (database) => {
        const { bindIssuers, findBoundIssuers } = await import('../../organizations/access/organizations.ts');
        await requireOrganization(database, organizationId);
        const bound = readBinding(options);
        if (bound !== undefined) {
          await bindIssuers(database.orm, organizationId, bound, readOrder(options));
          await print('Changed; open sessions follow within 2 seconds:');
        }
        const issuerNifs = await findBoundIssuers(database.orm, organizationId);
        await print(`Organization ${organizationId} may issue for ${describeBinding(issuerNifs)}`);
        for (const other of await listOtherUsers(database.pool, organizationId, issuerNifs ?? []))
          await print(describeOtherUser(other));
      }),
    );
}

function readBinding({ only, none, any }: Options): readonly string[] | null | undefined {
  if (any) return null;
  if (none) return [];
  return only && [...new Set(only)].toSorted();
}

function describeOtherUser({ nif, organizationId, isBound }: OtherUser): string {
  return isBound
    ? `Organization ${organizationId} is bound to ${nif} as well: both can issue the same number, which AEAT refuses the second time`
    : `Organization ${organizationId} has issued for ${nif} and is refused from now on, because it is not bound to it`;
}

/** Adds a NIF to those before it: Commander calls the parser once for each value. */
function readNifs(text: string, before: readonly string[] | undefined): readonly string[] {
  const nifs = [...(before ?? []), readNif(text)];
  if (nifs.length > MAX_BOUND_ISSUERS)
    throw new InvalidArgumentError(`There can be at most ${MAX_BOUND_ISSUERS}.`);
  return nifs;
}

/**
 * Describes for whom an organization may issue.
 * @param mostNamed the number of NIFs to list; the others are counted.
 */
export function describeBinding(issuerNifs: readonly string[] | null, mostNamed = Infinity): string {
  if (issuerNifs === null) return 'any issuer';
  if (issuerNifs.length === 0) return 'no issuer';
  const left = issuerNifs.length - mostNamed;
  return `${issuerNifs.slice(0, mostNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''} only`;
}
