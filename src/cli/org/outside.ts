import { Argument, type Command } from 'commander';
import { OUTSIDE_REASONS, type OutsideReason } from '../../contracts/codes.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  requireOrganization,
  UsageError,
  withOrder,
  withDatabase,
} from '../command-context.ts';
import { print } from '../print.ts';

/** The meaning of the reasons (RD 1007/2023, arts. 3 and 4; ops/adr/0020). */
export const REASONS_IN_WORDS =
  'sii (keeps its books through SII), foral (taxed by the Basque Country or Navarre), exempt (its invoices are outside the scope of the regulation)';

/** Adds `outside`, which corrects the reason why an organization issues without VeriFactu. */
export function addOutsideCommand(program: Command): void {
  withOrder(program.command('outside'))
    .description('correct the reason why an organization issues without VeriFactu')
    .argument('<organization>', 'the id of the organization', readId)
    .addArgument(new Argument('<reason>', REASONS_IN_WORDS).choices(OUTSIDE_REASONS))
    .action((organizationId: number, outside: OutsideReason, options: OrderOptions) =>
      withDatabase(async (database) => {
        const { setOutsideReason } = await import('../../organizations/access/organizations.ts');
        await requireOrganization(database, organizationId);
        if (!(await setOutsideReason(database.orm, organizationId, outside, readOrder(options))))
          throw new UsageError(
            `Organization ${organizationId} issues with VeriFactu, which cannot be changed: create another organization for issuers outside the scope of the regulation`,
          );
        await print(`Organization ${organizationId} issues without VeriFactu: ${outside}`);
      }),
    );
}
