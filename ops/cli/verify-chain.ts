import { Command } from 'commander';
import { listChains } from '../../src/persistence/read/chains.ts';
import { verifyChain } from '../../src/processing/verify-chain.ts';
import { readId, readNif, requireOrganization, UsageError, withDatabase } from './command-context.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

/* npm run verify-chain: recomputes the chains of registration records. */
const program = new Command('verify-chain')
  .description('recompute every huella and link from the stored literals; ends with code 1 at a break')
  .option('--organization <id>', 'only the chains of this organization', readId)
  .option('--issuer <nif>', 'only the chains of this issuer', readNif)
  .action((options: { organization?: number; issuer?: string }) =>
    withDatabase(async (database) => {
      const { pool } = database;
      if (options.organization !== undefined) await requireOrganization(database, options.organization);
      const chains = await listChains(pool, options.organization ?? null, options.issuer ?? null);
      if (chains.length === 0) throw new UsageError('There is no such chain');
      let broken = 0;
      for (const chain of chains) {
        const verdict = await verifyChain(pool, chain);
        const name = `chain ${chain.id}  organization ${chain.organizationId}  issuer ${chain.issuerNif}`;
        if (verdict.intact) {
          await print(
            `${name}  ${verdict.records === 0 ? 'no records yet' : `intact, ${verdict.records} records`}`,
          );
        } else {
          broken += 1;
          await print(`${name}  BROKEN at record ${verdict.sequence}: ${verdict.problem}`);
        }
      }
      if (broken > 0) throw new UsageError(`${broken} of ${chains.length} chains are broken`);
    }),
  );

await runCommand(program);
