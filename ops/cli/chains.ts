import { Command } from 'commander';
import type { Pool } from 'pg';
import type { Act } from '../../src/contracts/acts.ts';
import { recordAct } from '../../src/persistence/acts.ts';
import { withTransaction } from '../../src/persistence/database.ts';
import { listRemissions, type RemissionSummary } from '../../src/persistence/read/remissions.ts';
import { resumeRemission } from '../../src/persistence/remission.ts';
import { markChains, retireChain } from '../../src/persistence/restores.ts';
import { hintRemissions } from '../../src/processing/remission-hints.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  requireOrganization,
  runCommand,
  sendHints,
  UsageError,
  withDatabase,
  withOrder,
} from './command-context.ts';

/* npm run chains: how the chains stand with AEAT, and what an operator decides about them. See ops/backup/README.md. */
const program = new Command('chains').description('the chains of registration records').showHelpAfterError();

program
  .command('list', { isDefault: true })
  .description(
    'list the chains: what waits, incidents, and why one is halted (Orden HAC/1177/2024, art. 16.4)',
  )
  .option('--organization <id>', 'only the chains of this organization', readId)
  .action(({ organization }: { organization?: number }) =>
    withDatabase(async (database) => {
      if (organization !== undefined) await requireOrganization(database, organization);
      const chains = await listRemissions(database.pool, organization ?? null);
      if (chains.length === 0) console.log('There is no chain yet');
      for (const chain of chains) for (const line of describe(chain, Date.now())) console.log(line);
    }),
  );

withOrder(program.command('resume'))
  .description('let a halted chain send again, after what halted it was mended')
  .argument('<chain>', 'its id', readId)
  .action((chainId: number, options: OrderOptions) =>
    withDatabase(async ({ pool }) => {
      const chain = await findChain(pool, chainId);
      const act = describeAct('chain.resume', chain, { haltedReason: chain.haltedReason });
      await withTransaction(pool, async (client) => {
        if (!(await resumeRemission(client, chainId, new Date()))) {
          throw new UsageError(`Chain ${chainId} is not halted`);
        }
        await recordAct(client, readOrder(options), act);
      });
      console.log(`Chain ${chainId} of issuer ${chain.issuerNif} goes on`);
      await sendHints(hintRemissions(chain.organizationId, chain.pending > 0 ? [chain] : []));
    }),
  );

withOrder(program.command('compare'))
  .description(
    'compare chains with AEAT before anything more is issued in them: after a restore that nothing here could notice',
  )
  .argument('[chain]', 'its id; default: all', readId)
  .action((chainId: number | undefined, options: OrderOptions) =>
    withDatabase(async ({ pool }) => {
      const marked = await withTransaction(pool, async (client) => {
        const chains = await markChains(client, new Date(), chainId ?? null);
        if (chains.length === 0) throw new UsageError('There is no such chain');
        for (const chain of chains)
          await recordAct(client, readOrder(options), describeAct('chain.compare', chain));
        return chains.length;
      });
      console.log(`${marked} chains are compared with AEAT by the workers before anything is issued in them`);
    }),
  );

withOrder(program.command('renew'), { needsReason: true })
  .description(
    'retire a chain that AEAT is ahead of: the next batch of its issuer opens another, with a NumeroInstalacion of its own. There is no way back',
  )
  .argument('<chain>', 'its id', readId)
  .action((chainId: number, options: OrderOptions) =>
    withDatabase(async ({ pool }) => {
      const chain = await findChain(pool, chainId);
      const act = describeAct('chain.renew', chain, { haltedReason: chain.haltedReason });
      await withTransaction(pool, async (client) => {
        if (!(await retireChain(client, chainId, new Date())))
          throw new UsageError(`Chain ${chainId} does not wait for a comparison: there is nothing to renew`);
        await recordAct(client, readOrder(options), act);
      });
      console.log(`Chain ${chainId} is retired; the next batch of its issuer opens another`);
    }),
  );

async function findChain(pool: Pool, chainId: number): Promise<RemissionSummary> {
  const chain = (await listRemissions(pool, null)).find((each) => each.chainId === chainId);
  if (!chain) throw new UsageError(`There is no chain ${chainId}`);
  return chain;
}

type NamedChain = Pick<RemissionSummary, 'chainId' | 'organizationId' | 'issuerNif'>;

function describeAct(
  act: 'chain.resume' | 'chain.renew' | 'chain.compare',
  { chainId, organizationId, issuerNif }: NamedChain,
  more: Act['details'] = {},
): Act {
  return { act, organizationId, subjectId: chainId, details: { issuerNif, ...more } };
}

function describe(chain: RemissionSummary, now: number): string[] {
  const { chainId, organizationId, issuerNif, records, pending, failures } = chain;
  const { nextAllowedAt, incidentSince, haltedReason, isCompared, isRetired } = chain;
  const waits = pending > 0 && nextAllowedAt !== null && nextAllowedAt > now;
  return [
    [
      `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${records} records, ${pending} pending`,
      ...(waits ? [`next message ${new Date(nextAllowedAt).toISOString()}`] : []),
      ...(isCompared ? ['waits for its comparison with AEAT'] : []),
      ...(isRetired ? ['retired'] : []),
    ].join(', '),
    ...(incidentSince === null
      ? []
      : [`    incident since ${new Date(incidentSince).toISOString()}, ${failures} failures in a row`]),
    ...(haltedReason === null ? [] : [`    HALTED: ${haltedReason}`]),
  ];
}

await runCommand(program);
