import { rmSync } from 'node:fs';
import { type Cluster, ENVIRONMENT_FILE } from '../cluster.ts';
import { endCluster } from '../end-cluster.ts';
import { openGround } from '../network/ground.ts';
import { buildClusterSteps } from '../open-cluster.ts';
import { runSteps } from '../../../ops/local/engine/step-list.ts';
import type { ClusterClient } from './load/client.ts';
import { openClients } from './world.ts';

/** A cluster that is ready for faults. */
export type OpenedCluster = {
  readonly cluster: Cluster;
  readonly clients: readonly ClusterClient[];
  /** What is undone when the cluster is closed. */
  readonly undoing: DisposableStack;
};

/** Opens a cluster for the tests. It can be closed before it is completely open. */
export async function openTestCluster(
  report: (message: string) => void,
): Promise<AsyncDisposable & { readonly opened: Promise<OpenedCluster> }> {
  const ground = await openGround();
  const undoing = new DisposableStack();
  const opening = buildClusterSteps(ground, {
    withPatroni: true,
    report,
    onStart: ({ supervised }) => undoing.defer(() => supervised.kill()),
  });
  const opened = runSteps(opening.steps, { concurrent: true }).then(async () => {
    const cluster = opening.cluster();
    return { cluster, undoing, clients: await openClients(cluster) };
  });
  opened.catch(() => {});
  return {
    opened,
    async [Symbol.asyncDispose]() {
      undoing.dispose();
      await endCluster(ground, opening.home);
      rmSync(ENVIRONMENT_FILE, { force: true });
    },
  };
}
