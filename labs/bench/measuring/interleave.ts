import { describeSpread, type Spread } from './statistics.ts';

/** One measurement of a contender. */
export type Sample = {
  /** Wall time per unit of work, in ms. Lower is better. */
  readonly ms: number;
  /**
   * Processor time per unit of all processes involved except the client, in ms; null if the system
   * does not report it.
   */
  readonly cpuMs: number | null;
};

export type Contender = {
  readonly name: string;
  /** Does the work once and proves that it was done. @throws if it was not. */
  readonly measure: () => Promise<Sample>;
};

/** All samples of each contender, by name, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/**
 * Measures all contenders alternately, round by round, so that other load on the machine affects
 * all of them. Each round begins with another contender. The warm-up rounds are not counted.
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds, warmUps }: { readonly rounds: number; readonly warmUps: number },
): Promise<Samples> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    const start = (round + warmUps) % contenders.length;
    for (const { name, measure } of [...contenders.slice(start), ...contenders.slice(0, start)]) {
      const sample = await measure();
      if (round >= 0) samples.get(name)!.push(sample);
    }
  }
  return samples;
}

/** Returns how many times as long `name` took as `other`, calculated per round. */
export function compareSamples(
  samples: Samples,
  name: string,
  other: string,
  of: keyof Sample = 'ms',
): Spread {
  const others = findSamples(samples, other);
  return describeSpread(
    findSamples(samples, name).map(
      (sample, round) => readNumber(sample[of]) / readNumber(others[round]?.[of]),
    ),
  );
}

/** Describes the samples of a contender. */
export function describeSamples(samples: Samples, name: string): { ms: Spread; cpuMs: Spread | null } {
  const own = findSamples(samples, name);
  const cpu = own.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
  return {
    ms: describeSpread(own.map(({ ms }) => ms)),
    cpuMs: cpu.length === 0 ? null : describeSpread(cpu),
  };
}

function findSamples(samples: Samples, name: string): readonly Sample[] {
  const found = samples.get(name);
  if (!found) throw new Error(`No contender is called ${name}`);
  return found;
}

function readNumber(value: number | null | undefined): number {
  return value ?? Number.NaN;
}
