import { Command } from 'commander';
import type { PoolClient } from 'pg';
import { listChains } from '../operate/chains/chains.ts';
import { withSnapshot } from '../platform/postgres/snapshot.ts';
import { type SeriesVerdict, verifySeries } from '../operate/verify-series.ts';
import { verifyChain } from '../operate/verify-chain.ts';
import { readId, readNif, requireOrganization, UsageError, withDatabase } from './command-context.ts';
import { recordCheck } from './record-check.ts';
import { print } from './print.ts';

/* npm run engine -- verify-chain: recomputes the chains of registration records. */
export const command = new Command('verify-chain')
  .description(
    'verify the chains of registration records: recompute every huella and link from the stored literals, and look for gaps in series of invoice numbers; ends with code 1 if a chain is broken or a series has a gap',
  )
  .option('--organization <id>', 'only the chains of this organization', readId)
  .option('--issuer <nif>', 'only the chains of this issuer', readNif)
  .action((options: { organization?: number; issuer?: string }) =>
    withDatabase(async (database) => {
      if (options.organization !== undefined) await requireOrganization(database, options.organization);
      // All chains are read in one snapshot. Otherwise a record issued meanwhile would look like a
      // chain whose head is not its last record.
      const { broken, chains, gaps } = await withSnapshot(database.pool, async (client) => {
        const [organizationId, issuerNif] = [options.organization ?? null, options.issuer ?? null];
        const found = await verifySeries(client, organizationId, issuerNif);
        const verified = await verifyChains(client, organizationId, issuerNif, found.length > 0);
        return { ...verified, gaps: await reportSeries(found) };
      });
      // A check of some chains proves nothing about the others, so it is not recorded.
      if (options.organization === undefined && options.issuer === undefined)
        await recordCheck(database.orm, 'chain.verify', { chains, broken: broken + gaps });
      if (broken > 0) throw new UsageError(`${broken} of ${chains} chains are broken`);
      if (gaps > 0) throw new UsageError(`${gaps} counters of series have gaps`);
    }),
  );

async function verifyChains(
  client: PoolClient,
  organizationId: number | null,
  issuerNif: string | null,
  hasSeries: boolean,
): Promise<{ broken: number; chains: number }> {
  const chains = await listChains(client, organizationId, issuerNif);
  if (chains.length === 0 && !hasSeries) await reportNone(organizationId, issuerNif);
  let broken = 0;
  for (const chain of chains) {
    const verdict = await verifyChain(client, chain);
    const name = `chain ${chain.id}  organization ${chain.organizationId}  issuer ${chain.issuerNif}`;
    if (verdict.kind === 'intact') {
      await print(
        `${name}  ${verdict.records === 0 ? 'no records yet' : `intact, ${verdict.records} records${describeAway(verdict.away)}`}`,
      );
    } else {
      broken += 1;
      await print(`${name}  BROKEN at record ${verdict.sequence}: ${verdict.problem}`);
    }
  }
  return { broken, chains: chains.length };
}

/** Prints what was found of series. @returns how many of their counters have gaps. */
async function reportSeries(found: readonly SeriesVerdict[]): Promise<number> {
  for (const { organizationId, issuerNif, code, year, numbers, problem } of found) {
    const ofYear = year === null ? '' : ` of ${year}`;
    const name = `series ${code}${ofYear}  organization ${organizationId}  issuer ${issuerNif}`;
    await print(`${name}  ${problem === null ? `no gap in ${numbers} numbers` : `BROKEN: ${problem}`}`);
  }
  return found.filter(({ problem }) => problem !== null).length;
}

/**
 * Reports that there is no chain, which is normal in a new installation.
 * @throws UsageError if a particular chain was requested.
 */
async function reportNone(organizationId: number | null, issuerNif: string | null): Promise<void> {
  const whose = [
    ...(organizationId === null ? [] : [`organization ${organizationId}`]),
    ...(issuerNif === null ? [] : [`issuer ${issuerNif}`]),
  ].join(' and ');
  if (whose !== '')
    throw new UsageError(`There is no chain of ${whose}; npm run engine -- chains lists the chains`);
  await print('There is no chain yet, because nothing was issued with VeriFactu.');
}

/**
 * Describes archived records, of which only links and anchors are verified here.
 * `npm run engine -- archive verify` verifies their literals.
 */
const describeAway = (away = 0) =>
  away === 0 ? '' : `, ${away} of them archived (only their links and anchors were verified)`;
