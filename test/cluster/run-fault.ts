import type { Cluster } from '../../ops/lab/cluster/cluster.ts';
import type { Fault, Measure } from './fault.ts';
import type { ClusterClient } from './load/client.ts';
import { countReasons } from './load/count-reasons.ts';
import { findLongestGap } from './load/find-longest-gap.ts';
import { prove } from './prove.ts';
import { openWorld, type World } from './world.ts';

export type FaultOutcome = {
  readonly fault: Fault;
  readonly measures: readonly Measure[];
  /** Batches that were acknowledged. */
  readonly acknowledged: number;
  /** What came instead of a 201, and how often. */
  readonly reasons: Readonly<Record<string, number>>;
  /** What went wrong. */
  readonly failure: string | null;
  /** Why it was not run. */
  readonly skipped: string | null;
  readonly seconds: number;
};

export type RunOptions = {
  readonly cluster: Cluster;
  readonly clients: readonly ClusterClient[];
  /** What is to be undone however the run ends. */
  readonly undoing: DisposableStack;
  /** Its own: numbers of invoices are made of it. */
  readonly series: string;
};

const NOTHING = { measures: [], acknowledged: 0, reasons: {}, failure: null, skipped: null, seconds: 0 };

/** Runs a fault under load, and proves the invariants when all of it is done. */
export async function runFault(fault: Fault, options: RunOptions): Promise<FaultOutcome> {
  const { cluster, clients, undoing, series } = options;
  if (fault.needs === 'namespaces' && cluster.ground.kind !== 'namespaces')
    return { ...NOTHING, fault, skipped: 'there are no network namespaces here: that takes root' };
  const started = performance.now();
  const undo = new DisposableStack();
  undoing.defer(() => undo.dispose());
  const world = openWorld(cluster, clients, undo, series);
  let measures: readonly Measure[] = [];
  let failure: string | null = null;
  try {
    measures = [...(await hurt(fault, world)), ...(await measureLoad(world, started))];
    failure = findLate(measures) ?? findRefused(fault, clients, started);
  } catch (error) {
    failure = (error as Error).stack ?? String(error);
    world.flow.abort();
  } finally {
    undo.dispose();
  }
  return {
    ...NOTHING,
    fault,
    measures,
    acknowledged: world.flow.acknowledged.length,
    reasons: countReasons(clients, started),
    failure,
    seconds: (performance.now() - started) / 1000,
  };
}

async function hurt(fault: Fault, world: World): Promise<readonly Measure[]> {
  // What is new is noticed against what is usual.
  await world.flow.nextAcknowledged(0, 60_000);
  const measures = await fault.run(world);
  await world.flow.stop();
  await prove(world);
  return measures;
}

/** What every fault is held against: how long nothing was accepted, and how long the unluckiest batch waited to be issued. */
async function measureLoad(world: World, started: number): Promise<Measure[]> {
  const { flow } = world;
  const moments = flow.acknowledged.map(({ at }) => at);
  const rows = await world.query<{ slowest: number }>(
    'select max(extract(epoch from processed_at - received_at))::float8 as slowest from batches where id = any ($1)',
    [flow.acknowledged.map(({ id }) => id)],
  );
  return [
    { what: 'longest time without a 201', seconds: findLongestGap([started, ...moments]) / 1000 },
    { what: 'longest time from a 201 to its invoices', seconds: rows[0]!.slowest },
  ];
}

function findLate(measures: readonly Measure[]): string | null {
  const late = measures.filter(({ seconds, limit }) => limit !== undefined && seconds > limit);
  const texts = late.map(
    ({ what, seconds, limit }) => `${what}: ${seconds.toFixed(1)} s, ${limit} are allowed`,
  );
  return texts.length > 0 ? texts.join('; ') : null;
}

function findRefused(fault: Fault, clients: readonly ClusterClient[], since: number): string | null {
  if (fault.mayRefuse ?? true) return null;
  const refused = clients.flatMap(({ refusals }) => refusals.filter(({ at }) => at > since));
  return refused.length === 0
    ? null
    : `${refused.length} requests were refused: ${JSON.stringify(refused[0])}`;
}
