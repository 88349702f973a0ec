import { setTimeout as wait } from 'node:timers/promises';
import { readMemory, readPeakMemory } from './process-tree.ts';
import { describeSpread, type Spread } from './statistics.ts';

/** A process of the product, and where its operations port answers. */
export type Watched = { readonly pid: number; readonly opsUrl: string };

/** What a process holds, in bytes. */
export type Held = {
  /** What the system gave it. */
  readonly resident: number;
  /** What its JavaScript keeps, with what has not been collected yet. */
  readonly heap: number;
  /** Buffers, outside the heap. */
  readonly external: number;
};

export type MemoryWatch = {
  /** What was held, look by look. */
  readonly samples: readonly Held[];
  /** The most that the kernel noted, looks or not. */
  readonly readPeak: () => number;
  /** @throws when the process is gone, or was never seen: there is nothing to tell then. */
  stop(): Promise<void>;
};

const HEAP = 'nodejs_heap_size_used_bytes';
const EXTERNAL = 'nodejs_external_memory_bytes';

/** Looks at the memory of a process again and again until it is stopped. */
export function watchMemory({ pid, opsUrl }: Watched, everyMs: number): MemoryWatch {
  const samples: Held[] = [];
  const stopping = new AbortController();
  const look = async () => {
    const resident = readMemory(pid);
    const text = await fetch(`${opsUrl}/metrics`).then((answer) => answer.text());
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    samples.push({ resident, heap: read(HEAP), external: read(EXTERNAL) });
  };
  const watching = (async () => {
    while (!stopping.signal.aborted && readMemory(pid) > 0) {
      // One that is too busy to answer is looked at the next time.
      await look().catch(() => {});
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    samples,
    readPeak: () => readPeakMemory(pid),
    async stop() {
      stopping.abort();
      await watching;
      if (readMemory(pid) === 0 || samples.length === 0)
        throw new Error(`Process ${pid} could not be watched`);
    },
  };
}

/** The looks of a part of the time: 0 is the beginning, 1 the end. */
export function describePart(samples: readonly number[], from: number, to: number): Spread {
  const first = Math.min(Math.floor(from * samples.length), samples.length - 1);
  return describeSpread(samples.slice(first, Math.max(Math.ceil(to * samples.length), first + 1)));
}
