import { findProcess } from '../../cluster.ts';
import type { MachineName } from '../../machines.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { type Fault, type Measure, since } from '../../../../test/faults/fault.ts';
import { PATIENCE_MS, type World } from '../world.ts';

/**
 * What the engine does with a batch when the process has restarted; `accepted` for a process that
 * only accepts.
 */
type Work = 'accepted' | 'issued' | 'rendered' | 'registered';

/** kill -9 of one process, on the machine that has the role at the moment. */
function buildKill(
  kind: string,
  title: string,
  work: Work,
  where: (world: World) => MachineName | Promise<MachineName>,
): Fault<World> {
  return {
    name: `kill-${title.replaceAll(' ', '-')}`,
    hurts: `kill -9 of ${title}`,
    undone: 'the process is restarted after half a second, as by an orchestrator',
    awaits: `the next batch is ${work}, and the process is ready again`,
    async run(world) {
      const victim = findProcess(world.cluster, await where(world), kind);
      const hurt = performance.now();
      process.kill(victim.supervised.pid!, 'SIGKILL');
      const worked = measure(world, work, hurt);
      await eventually(() => victim.isReady(), {
        within: PATIENCE_MS,
        every: 100,
        what: `${victim.name} to be ready`,
      });
      const ready = since(hurt);
      return [await worked, { what: 'ready again', seconds: ready }];
    },
  };
}

async function measure(world: World, work: Work, hurt: number): Promise<Measure> {
  if (work !== 'accepted')
    return { what: `the next batch is ${work}`, seconds: await world.measureWork(work, hurt) };
  const { at } = await world.flow.nextAcknowledged(hurt, PATIENCE_MS, true);
  return { what: 'the next batch is accepted', seconds: (at - hurt) / 1000 };
}

/** Every kind of process except PostgreSQL and the master of Redis, which fail over. */
export const KILL_PROCESSES: readonly Fault<World>[] = [
  buildKill('ingress', 'an ingress', 'accepted', () => 'ingress1'),
  buildKill('worker', 'the worker that issues', 'issued', () => 'batches'),
  buildKill('worker', 'the worker that remits', 'registered', () => 'remission'),
  buildKill('worker', 'the worker that renders', 'rendered', () => 'pdfs'),
  buildKill('worker', 'the worker of webhooks', 'issued', () => 'webhooks'),
  buildKill('dashboard', 'the dashboard', 'accepted', () => 'dashboard'),
  buildKill('haproxy', 'haproxy', 'accepted', () => 'front'),
  buildKill('etcd', 'one etcd of three', 'accepted', () => 'quorum1'),
  buildKill('sentinel', 'one Sentinel of three', 'issued', () => 'quorum1'),
  buildKill('stand-in', 'the stand-in for AEAT', 'registered', () => 'aeat'),
];
