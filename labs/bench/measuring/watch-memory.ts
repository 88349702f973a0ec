import { setTimeout as wait } from 'node:timers/promises';
import { readMemory, readPeakMemory } from './process-tree.ts';
import { describeSpread, type Spread } from './statistics.ts';

/** A process of the product, and the URL of its operations port. */
export type Watched = { readonly pid: number; readonly opsUrl: string };

/** The memory of a process, in bytes. */
export type Held = {
  /** The resident memory. */
  readonly resident: number;
  /** The JavaScript heap, including garbage that has not been collected yet. */
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
};

export type MemoryWatch = {
  /** The samples, in order. */
  readonly samples: readonly Held[];
  /** The peak that the kernel recorded, independent of the samples. */
  readonly readPeak: () => number;
  /** @throws if the process has ended or was never sampled. */
  stop(): Promise<void>;
};

const HEAP = 'nodejs_heap_size_used_bytes';
const EXTERNAL = 'nodejs_external_memory_bytes';

/** Samples the memory of a process until it is stopped. */
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
      // A process that is too busy to answer is sampled again at the next interval.
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

/** Returns the samples of a part of the time, where 0 is the beginning and 1 the end. */
export function describePart(samples: readonly number[], from: number, to: number): Spread {
  const first = Math.min(Math.floor(from * samples.length), samples.length - 1);
  return describeSpread(samples.slice(first, Math.max(Math.ceil(to * samples.length), first + 1)));
}
