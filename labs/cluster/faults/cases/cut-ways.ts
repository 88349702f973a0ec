import { type MachineName, QUORUM, WORKERS } from '../../machines.ts';
import type { Fault, Measure } from '../../../../test/faults/fault.ts';
import { cutWay } from '../hurting/network.ts';
import type { World } from '../world.ts';

/** A connection is cut for longer than the timeouts of Patroni and Sentinel. */
const CUT_SECONDS = 30;

type Cut = {
  readonly name: string;
  /** A description of the two sides. */
  readonly between: string;
  /** The machines of either side, given the current roles. */
  readonly sides: (world: World) => Promise<readonly [readonly MachineName[], readonly MachineName[]]>;
  readonly awaits: string;
  /** The work that continues while the connection is cut; all other work continues afterwards. */
  readonly meanwhile: 'accepted' | 'issued';
};

function buildCut({ name, between, sides, awaits, meanwhile }: Cut): Fault<World> {
  return {
    name: `cut-${name}`,
    hurts: `all packets between ${between} are dropped`,
    undone: `after ${CUT_SECONDS} s`,
    awaits,
    needs: 'namespaces',
    async run(world) {
      const [some, others] = await sides(world);
      const mends = some.flatMap((a) => others.map((b) => cutWay(world.cluster.ground, a, b)));
      const mend = () => mends.forEach((each) => each());
      world.undo.defer(mend);
      const sleeping = world.sleep(CUT_SECONDS);
      // By this time, all hanging requests have been noticed.
      await world.sleep(CUT_SECONDS / 2);
      const issued = meanwhile === 'issued' ? [await measureIssued(world)] : [];
      await sleeping;
      mend();
      const mended = performance.now();
      return [
        ...issued,
        {
          what: 'a new batch is issued after the repair',
          seconds: await world.measureWork('issued', mended),
        },
        {
          what: 'all servers replicate again after the repair',
          seconds: await world.measureWholeness(mended),
        },
      ];
    },
  };
}

async function measureIssued(world: World): Promise<Measure> {
  const began = performance.now();
  return { what: 'a new batch is issued during the cut', seconds: await world.measureWork('issued', began) };
}

const listProcessMachines = ({ cluster }: World): MachineName[] => [
  ...new Set(cluster.processes.map(({ machine }) => machine)),
];
const quorum: readonly MachineName[] = QUORUM;

/** Cuts one connection of each kind between two machines. */
export const CUT_WAYS: readonly Fault<World>[] = [
  buildCut({
    name: 'primary-standby',
    between: 'primary and standby',
    sides: async (world) => [[await world.primary()], [await world.standby()]],
    awaits:
      'commits wait until Patroni lets the primary continue alone, then batches are accepted and issued',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'primary-etcd',
    between: 'the primary and all three etcd',
    sides: async (world) => [[await world.primary()], quorum],
    awaits: 'the primary steps down before the standby is promoted, which accepts batches',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'primary-all',
    between: 'the primary and all others',
    sides: async (world) => {
      const primary = await world.primary();
      return [[primary], listProcessMachines(world).filter((one) => one !== primary)];
    },
    awaits:
      'the standby is promoted and accepts batches; the old primary has stepped down and comes back as standby',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'standby-etcd',
    between: 'the standby and all three etcd',
    sides: async (world) => [[await world.standby()], quorum],
    awaits: 'all work continues: the standby keeps replicating',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'standby-engine',
    between: 'the standby and all processes of the engine',
    sides: async (world) => {
      const standby = await world.standby();
      return [[standby], listProcessMachines(world).filter((one) => one !== standby)];
    },
    awaits: 'all work continues: a connection to the primary does not wait for the other host',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'one-etcd',
    between: 'one etcd with its Sentinel and the two others',
    sides: async () => [['quorum1'], ['quorum2', 'quorum3']],
    awaits: 'all work continues: two of three form the quorum',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'ingress-primary',
    between: 'one ingress and the primary',
    sides: async (world) => [['ingress1'], [await world.primary()]],
    awaits: 'the load balancer takes that ingress out; the other one accepts',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'balancer-ingress',
    between: 'the load balancer and one ingress',
    sides: async () => [['front'], ['ingress1']],
    awaits: 'the load balancer takes that ingress out; the other one accepts',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'balancer-other-ingress',
    between: 'the load balancer and the other ingress',
    sides: async () => [['front'], ['ingress2']],
    awaits: 'the load balancer takes that ingress out; the first one accepts',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'ingress-redis',
    between: 'both ingresses and the master of Redis',
    sides: async (world) => [['ingress1', 'ingress2'], [await world.master()]],
    awaits: 'batches are accepted without enqueuing jobs; a worker finds and issues them',
    meanwhile: 'issued',
  }),
  ...WORKERS.map((worker) =>
    buildCut({
      name: `${worker}-primary`,
      between: `the worker of ${worker} and the primary`,
      sides: async (world) => [[worker], [await world.primary()]],
      awaits: 'its work waits until the connection is restored; batches are accepted',
      meanwhile: worker === 'batches' ? 'accepted' : 'issued',
    }),
  ),
  buildCut({
    name: 'workers-redis',
    between: 'all workers and the master of Redis',
    sides: async (world) => [WORKERS, [await world.master()]],
    awaits: 'work waits until the connection is restored; batches are accepted',
    meanwhile: 'accepted',
  }),
  buildCut({
    name: 'redis-replica',
    between: 'the master of Redis and its replica',
    sides: async () => [['redis1'], ['redis2']],
    awaits: 'all work continues, and the replica catches up',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'redis-sentinels',
    between: 'the master of Redis and all other servers except the engine',
    sides: async (world) => {
      const master = await world.master();
      return [[master], [master === 'redis1' ? 'redis2' : 'redis1', ...quorum]];
    },
    awaits:
      'Sentinel promotes the replica; the old master becomes a replica when the connection is restored, and its jobs are enqueued again',
    meanwhile: 'accepted',
  }),
  buildCut({
    name: 'remission-aeat',
    between: 'the worker of `remission` and AEAT',
    sides: async () => [['remission'], ['aeat']],
    awaits: 'invoices are issued; their records are sent when the connection is restored',
    meanwhile: 'issued',
  }),
  buildCut({
    name: 'dashboard',
    between: 'the dashboard and all servers',
    sides: async () => [['dashboard'], ['postgres1', 'postgres2', 'redis1', 'redis2', ...quorum]],
    awaits: 'the engine is not affected',
    meanwhile: 'issued',
  }),
];
