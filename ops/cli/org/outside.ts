import { Argument, type Command } from 'commander';
import { OUTSIDE_REASONS, type OutsideReason } from '../../../src/contracts/codes.ts';
import { setOutsideReason } from '../../../src/api/access/organizations.ts';
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

/** What the reasons mean (RD 1007/2023, arts. 3 and 4; ops/adr/0020). */
export const REASONS_IN_WORDS =
  'sii: its books go to AEAT by SII; foral: the Basque Country or Navarre taxes it; exempt: the regulation leaves its invoices out';

/** Adds `outside`: corrects the reason for which an organization issues without VeriFactu. */
export function addOutsideCommand(program: Command): void {
  withOrder(program.command('outside'))
    .description('correct the reason for which an organization issues without VeriFactu')
    .argument('<organization>', 'its id', readId)
    .addArgument(new Argument('<reason>', REASONS_IN_WORDS).choices(OUTSIDE_REASONS))
    .action((organizationId: number, outside: OutsideReason, options: OrderOptions) =>
      withDatabase(async (database) => {
        await requireOrganization(database, organizationId);
        if (!(await setOutsideReason(database.orm, organizationId, outside, readOrder(options))))
          throw new UsageError(
            `Organization ${organizationId} issues with VeriFactu; that cannot be changed: create another for issuers outside of the regulation`,
          );
        await print(`Organization ${organizationId} is outside of VeriFactu: ${outside}`);
      }),
    );
}
