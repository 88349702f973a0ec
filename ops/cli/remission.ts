import { Command } from 'commander';
import { listChains } from '../../src/persistence/read/chains.ts';
import { listRemissions, type RemissionSummary } from '../../src/persistence/read/remissions.ts';
import { resumeRemission } from '../../src/persistence/remission.ts';
import { hintRemissions } from '../../src/processing/remission-hints.ts';
import {
  readId,
  readNif,
  requireOrganization,
  runCommand,
  sendHints,
  UsageError,
  withDatabase,
} from './command-context.ts';

/* npm run remission: how the sending to AEAT stands, and the word that lets a halted chain go on. */

const program = new Command('remission')
  .description('How the remission of registration records to AEAT stands')
  .showHelpAfterError();

program
  .command('list')
  .description('list the chains with what waits, incidents and halts (Orden HAC/1177/2024, art. 16.4)')
  .option('--organization <id>', 'only the chains of this organization', readId)
  .action(({ organization }: { organization?: number }) =>
    withDatabase(async ({ pool }) => {
      const remissions = await listRemissions(pool, organization ?? null);
      if (remissions.length === 0) console.log('There is no chain yet');
      for (const remission of remissions)
        for (const line of describe(remission, Date.now())) console.log(line);
    }),
  );

program
  .command('resume')
  .description('let a halted chain send again, after what halted it was mended')
  .argument('<organization>', 'its organization', readId)
  .argument('<nif>', 'NIF of its issuer', readNif)
  .action((organizationId: number, issuerNif: string) =>
    withDatabase(async (database) => {
      const { pool } = database;
      await requireOrganization(database, organizationId);
      const [chain] = await listChains(pool, organizationId, issuerNif);
      if (!chain) throw new UsageError(`Issuer ${issuerNif} has no chain in organization ${organizationId}`);
      if (!(await resumeRemission(pool, chain.id, new Date()))) {
        throw new UsageError(`Chain ${chain.id} of issuer ${issuerNif} is not halted`);
      }
      console.log(`Chain ${chain.id} of issuer ${issuerNif} sends again`);
      const found = (await listRemissions(pool, organizationId)).find(({ chainId }) => chainId === chain.id);
      await sendHints(hintRemissions(organizationId, found && found.pending > 0 ? [found] : []));
    }),
  );

function describe(remission: RemissionSummary, now: number): string[] {
  const { chainId, organizationId, issuerNif, records, pending, failures } = remission;
  const { nextAllowedAt, incidentSince, haltedReason } = remission;
  const waits = pending > 0 && nextAllowedAt !== null && nextAllowedAt > now;
  const next = waits ? `, next message ${new Date(nextAllowedAt).toISOString()}` : '';
  return [
    `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${records} records, ${pending} pending${next}`,
    ...(incidentSince === null
      ? []
      : [`    incident since ${new Date(incidentSince).toISOString()}, ${failures} failures in a row`]),
    ...(haltedReason === null ? [] : [`    HALTED: ${haltedReason}`]),
  ];
}

await runCommand(program);
