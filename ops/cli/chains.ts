import { Command } from 'commander';
import { listRemissions } from '../../src/persistence/read/remissions.ts';
import { resumeRemission } from '../../src/persistence/remission.ts';
import { markChains, readComparison, retireChain } from '../../src/persistence/restores.ts';
import { readId, runCommand, UsageError, withDatabase } from './command-context.ts';

/* npm run chains: how the chains stand, and what an operator decides about them. See ops/backup/README.md. */
const program = new Command('chains').description('the chains of registration records').showHelpAfterError();

program
  .command('list', { isDefault: true })
  .description('list the chains: records, those without an answer, and why one is halted')
  .action(() =>
    withDatabase(async ({ pool }) => {
      for (const chain of await listRemissions(pool, null)) {
        const { chainId, organizationId, issuerNif, records, pending, haltedReason } = chain;
        const compared =
          (await readComparison(pool, chainId)) === null ? '' : ', waits for its comparison with AEAT';
        console.log(
          `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${records} records, ${pending} pending${compared}`,
        );
        if (haltedReason !== null) console.log(`    HALTED: ${haltedReason}`);
      }
    }),
  );

program
  .command('compare')
  .description(
    'compare chains with AEAT before anything more is issued in them: after a restore that nothing here could notice',
  )
  .argument('[chain]', 'its id; default: all', readId)
  .action((chainId?: number) =>
    withDatabase(async ({ pool }) => {
      const marked = await markChains(pool, new Date(), chainId ?? null);
      if (marked === 0) throw new UsageError('There is no such chain');
      console.log(`${marked} chains are compared with AEAT by the workers before anything is issued in them`);
    }),
  );

program
  .command('resume')
  .description('let a halted chain go on, after what halted it was mended')
  .argument('<chain>', 'its id', readId)
  .action((chainId: number) =>
    withDatabase(async ({ pool }) => {
      if (!(await resumeRemission(pool, chainId, new Date())))
        throw new UsageError(`Chain ${chainId} is not halted`);
      console.log(`Chain ${chainId} goes on`);
    }),
  );

program
  .command('renew')
  .description(
    'retire a chain that AEAT is ahead of: the next batch of its issuer opens another, with a NumeroInstalacion of its own. There is no way back',
  )
  .argument('<chain>', 'its id', readId)
  .action((chainId: number) =>
    withDatabase(async ({ pool }) => {
      if (!(await retireChain(pool, chainId, new Date())))
        throw new UsageError(`Chain ${chainId} does not wait for a comparison: there is nothing to renew`);
      console.log(`Chain ${chainId} is retired; the next batch of its issuer opens another`);
    }),
  );

await runCommand(program);
