import type { Supervised } from '../servers/supervise.ts';

/**
 * The order of stopping: first the processes that accept requests, then those that work on them,
 * then the servers.
 */
const STAGES = ['front', 'work', 'servers'] as const;
export type Stage = (typeof STAGES)[number];

export type Shutdown = {
  /** Resolves on a signal, or when the process that started this one dies. */
  readonly requested: Promise<void>;
  add(stage: Stage, supervised: Supervised): void;
  stopAll(): Promise<void>;
};

/** A Ctrl-C arrives twice within this time in ms: from the terminal, and forwarded by npm. */
const SAME_SIGNAL = 500;

/**
 * Listens for signals. The first one stops everything in order, a second one kills all processes.
 */
export function listenForShutdown(): Shutdown {
  const processes: { stage: Stage; supervised: Supervised }[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let requestedAt = 0;
  let stopping = false;

  const request = () => {
    if (requestedAt === 0) {
      requestedAt = Date.now();
      resolve();
    } else if (Date.now() - requestedAt > SAME_SIGNAL) {
      for (const { supervised } of processes) supervised.kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  process.once('disconnect', request);

  return {
    requested: promise,
    add(stage, supervised) {
      if (stopping) supervised.kill();
      else processes.push({ stage, supervised });
    },
    async stopAll() {
      stopping = true;
      for (const stage of STAGES) {
        const members = processes.filter((entry) => entry.stage === stage);
        await Promise.all(members.map(({ supervised }) => supervised.stop()));
      }
    },
  };
}
