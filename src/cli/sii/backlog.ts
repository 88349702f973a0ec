import type { Command } from 'commander';
import { listBacklog } from '../../remit/sii/backlog.ts';
import { readId, readNif, requireOrganization, UsageError, withPool } from '../command-context.ts';
import { print } from '../print.ts';

/** Adds `backlog`, which shows what an issuer that entered SII during a year still has to declare. */
export function addBacklogCommand(program: Command): void {
  program
    .command('backlog')
    .description(
      'show the invoices of the year in which an issuer entered SII, from before its entry, that SII must have as well (RIVA, art. 68 ter)',
    )
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<issuer>', 'the NIF of the issuer', readNif)
    .addHelpText(
      'after',
      '\nOnly shows them: the engine does not send these records, which have key 16. An issuer that entered on 1 January has none.',
    )
    .action((organizationId: number, issuerNif: string) =>
      withPool('operator', async (database) => {
        await requireOrganization(database, organizationId);
        const backlog = await listBacklog(database.pool, organizationId, issuerNif);
        if (backlog === null)
          throw new UsageError(
            `No decision puts ${issuerNif} in SII: npm run engine -- org register ${issuerNif}`,
          );
        const { validFrom, lastDay, periods } = backlog;
        const all = periods.reduce((sum, { invoices }) => sum + invoices, 0);
        for (const { fiscalYear, period, invoices, first, last } of periods)
          await print(`${fiscalYear}-${period}  ${invoices} invoices, issued ${first} to ${last}`);
        await print(
          all === 0
            ? `${issuerNif} entered SII on ${validFrom} and has no earlier invoices of that year outside of it`
            : `${all} invoices must be in SII from ${validFrom} to ${lastDay}, with key 16; another program must send them`,
        );
      }),
    );
}
