import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_BOUND_ISSUERS } from '../../../src/contracts/codes.ts';
import { bindIssuers, findBoundIssuers } from '../../../src/api/access/organizations.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  withOrder,
  withDatabase,
} from '../command-context.ts';
import { print } from '../print.ts';

type Options = OrderOptions & { only?: readonly string[]; none?: boolean; any?: boolean };

/** Adds `issuers`: whom an organization may issue for, so that one whose key is stolen or whose program errs issues for nobody else. */
export function addIssuersCommand(program: Command): void {
  withOrder(program.command('issuers'))
    .description('bind an organization to its issuers, whose invoices alone it may issue, or show them')
    .argument('<organization>', 'its id', readId)
    .addOption(
      new Option('--only <nif...>', 'the NIFs of its issuers, all of them')
        .argParser(readNifs)
        .conflicts(['none', 'any']),
    )
    .addOption(new Option('--none', 'nobody: it issues nothing any more').conflicts('any'))
    .option('--any', 'anybody, as before it was bound')
    .addHelpText(
      'after',
      '\nWhat was accepted before is issued all the same. Without options they are shown.',
    )
    .action((organizationId: number, options: Options) =>
      withDatabase(async (database) => {
        await requireOrganization(database, organizationId);
        const bound = readBinding(options);
        if (bound !== undefined) {
          await bindIssuers(database.orm, organizationId, bound, readOrder(options));
          await print('From now on, for sessions that are open within 2 seconds:');
        }
        const issuerNifs = await findBoundIssuers(database.orm, organizationId);
        await print(`Organization ${organizationId} may issue for ${describeBinding(issuerNifs)}`);
      }),
    );
}

function readBinding({ only, none, any }: Options): readonly string[] | null | undefined {
  if (any) return null;
  if (none) return [];
  return only && [...new Set(only)].toSorted();
}

/** Commander hands one over after the other. */
function readNifs(text: string, before: readonly string[] | undefined): readonly string[] {
  const nifs = [...(before ?? []), readNif(text)];
  if (nifs.length > MAX_BOUND_ISSUERS)
    throw new InvalidArgumentError(`There can be at most ${MAX_BOUND_ISSUERS}.`);
  return nifs;
}

/** Whom an organization may issue for, in words. @param mostNamed more are counted. */
export function describeBinding(issuerNifs: readonly string[] | null, mostNamed = Infinity): string {
  if (issuerNifs === null) return 'anybody';
  if (issuerNifs.length === 0) return 'nobody';
  const left = issuerNifs.length - mostNamed;
  return `${issuerNifs.slice(0, mostNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''} only`;
}
