import type { Clock } from './open-clock.ts';

/**
 * PostgreSQL's write-ahead log on its disk. Transactions that commit during a sync share the next
 * sync.
 */
export type Log = {
  commit(bytes: number, done: () => void): void;
  /** The seconds in which the disk was busy with syncs, and the bytes and syncs written. */
  facts(): { readonly busySeconds: number; readonly bytes: number; readonly syncs: number };
};

/** Opens a log. @param syncSeconds the duration of a sync, regardless of the bytes written. */
export function openLog(
  clock: Clock,
  { syncSeconds, bytesPerSecond }: { readonly syncSeconds: number; readonly bytesPerSecond: number },
): Log {
  let waiting: (() => void)[] = [];
  let waitingBytes = 0;
  let isSyncing = false;
  const facts = { busySeconds: 0, bytes: 0, syncs: 0 };
  const sync = () => {
    if (isSyncing || waiting.length === 0) return;
    isSyncing = true;
    const together = waiting;
    const seconds = syncSeconds + waitingBytes / bytesPerSecond;
    facts.busySeconds += seconds;
    facts.bytes += waitingBytes;
    facts.syncs += 1;
    waiting = [];
    waitingBytes = 0;
    clock.at(clock.now() + seconds, () => {
      isSyncing = false;
      for (const done of together) done();
      sync();
    });
  };
  return {
    commit(bytes, done) {
      waiting.push(done);
      waitingBytes += bytes;
      sync();
    },
    facts: () => facts,
  };
}
