import { askPatroni, askRole, askUnmanaged, type Cluster } from '../cluster.ts';
import { POSTGRES, REDIS } from '../machines.ts';
import type { ClusterProcess } from '../start-process.ts';

/** The current role of each process, by its name. */
export type Roles = ReadonlyMap<string, string>;

/** Reads the role of every process of a cluster. */
export async function readRoles(cluster: Cluster): Promise<Roles> {
  const found = await Promise.all(
    cluster.processes.map(async (each) => [each.name, await readRole(cluster, each)] as const),
  );
  return new Map(found);
}

async function readRole(cluster: Cluster, each: ClusterProcess): Promise<string> {
  const postgres = POSTGRES.find((machine) => machine === each.machine);
  if (postgres !== undefined) {
    const ask = cluster.programs === null ? askUnmanaged : askPatroni;
    const state = await ask(cluster, postgres);
    if (state === null) return 'does not answer';
    const { role, timeline, standbys } = state;
    const named = role === 'primary' ? `primary, ${describeStandbys(standbys)}` : role;
    return `${named}, timeline ${timeline ?? '?'}, ${state.state}`;
  }
  const redis = REDIS.find((machine) => machine === each.machine);
  if (redis !== undefined) return (await askRole(cluster, redis)) ?? 'does not answer';
  return (await each.isReady()) ? 'ready' : 'not ready';
}

function describeStandbys(standbys: readonly string[]): string {
  return standbys.length === 0 ? 'no standby' : `standby ${standbys.join(', ')}`;
}
