import { statfs } from 'node:fs/promises';
import { withinTime } from './within-time.ts';

/** Free space of a directory's file system, and when it will be used up. */
export type Room = {
  readonly directory: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
  /**
   * Seconds until it is full if it continues to fill as in the last minutes; null if it does not
   * fill.
   */
  readonly fullInSeconds: number | null;
};

type Sample = { readonly at: number; readonly free: number };

/** The time limit in milliseconds for reading a file system. A network disk may hang. */
const LIMIT_MS = 1000;
const EVERY_MS = 5000;
/**
 * A burst that is over is no trend, so the slower of two rates counts: that of the last half minute
 * and that of the last minutes.
 */
const SHORT_MS = 30_000;
const LONG_MS = 180_000;
/** From here on an operator must act: there is just time to. */
const SOON_SECONDS = 3600;

/**
 * Forecasts from samples, newest last, when a file system is full.
 * @returns seconds; null if it does not fill, or if the samples are of less than half a minute.
 */
export function forecastFull(samples: readonly Sample[]): number | null {
  const last = samples.at(-1);
  if (last === undefined) return null;
  const rateOf = (span: number) => {
    const first = samples.find(({ at }) => at >= last.at - span)!;
    return last.at - first.at < SHORT_MS * 0.9 ? 0 : (first.free - last.free) / (last.at - first.at);
  };
  const rate = Math.min(rateOf(SHORT_MS), rateOf(LONG_MS));
  return rate <= 0 ? null : last.free / rate / 1000;
}

/** Describes a file system that will soon be full; null if it will not. */
export function describeRoom({ directory, freeBytes, fullInSeconds }: Room): string | null {
  if (fullInSeconds === null || fullInSeconds > SOON_SECONDS) return null;
  const left =
    fullInSeconds < 120 ? `${Math.round(fullInSeconds)} s` : `${Math.round(fullInSeconds / 60)} min`;
  return `the disk of ${directory} is full in ${left} if it continues to fill as now: ${(freeBytes / 1024 ** 3).toFixed(1)} GB are free`;
}

export type DiskWatch = Disposable & {
  /** Reads the file systems now. A directory that cannot be read is omitted. */
  read(): Promise<Room[]>;
  /** Describes the file systems that will soon be full, by directory. */
  describe(): Readonly<Record<string, string>>;
};

/** Watches how fast the file systems of some directories fill, until it is disposed of. */
export function watchDisks(directories: readonly string[]): DiskWatch {
  const samples = new Map<string, Sample[]>(directories.map((directory) => [directory, []]));
  let rooms: Room[] = [];

  async function readOne(directory: string): Promise<Room[]> {
    const found = await withinTime(statfs(directory), LIMIT_MS).catch(() => null);
    if (found === null) return [];
    const { bavail, bfree, blocks, bsize } = found;
    const own = samples.get(directory)!;
    const at = Date.now();
    own.push({ at, free: bavail * bsize });
    while (own[0]!.at < at - LONG_MS) own.shift();
    // Like df, the size excludes space that is reserved for root or by a quota.
    return [
      {
        directory,
        freeBytes: bavail * bsize,
        sizeBytes: (blocks - bfree + bavail) * bsize,
        fullInSeconds: forecastFull(own),
      },
    ];
  }

  async function read(): Promise<Room[]> {
    rooms = (await Promise.all(directories.map(readOne))).flat();
    return rooms;
  }

  const timer = setInterval(() => void read(), EVERY_MS).unref();
  return {
    read,
    describe: () =>
      Object.fromEntries(
        rooms.flatMap((room) => {
          const text = describeRoom(room);
          return text === null ? [] : [[`disk ${room.directory}`, text] as const];
        }),
      ),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
