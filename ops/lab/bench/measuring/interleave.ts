import { describeSpread, type Spread } from './statistics.ts';

/** What one turn of a contender took. */
export type Turn = {
  /** Wall time of one unit of work, in ms: the smaller the better. */
  readonly ms: number;
  /** Processor time of one unit, of every process that takes part but the client; null where the system does not tell. */
  readonly cpuMs: number | null;
};

export type Contender = {
  readonly name: string;
  /** Does the work once and proves that it was done. @throws when it was not. */
  readonly takePermit: () => Promise<Turn>;
};

/** All turns of each contender, by name, in the order of the rounds. */
export type Semaphore = ReadonlyMap<string, readonly Turn[]>;

/**
 * Lets all contenders take turns, round by round, each round beginning with another one: what disturbs the machine disturbs all
 * of them. Rounds before the first counted one warm everything up.
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds, warmUps }: { readonly rounds: number; readonly warmUps: number },
): Promise<Semaphore> {
  const turns = new Map<string, Turn[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    const start = (round + warmUps) % contenders.length;
    for (const { name, takePermit } of [...contenders.slice(start), ...contenders.slice(0, start)]) {
      const turn = await takePermit();
      if (round >= 0) turns.get(name)!.push(turn);
    }
  }
  return turns;
}

/** How many times as long `name` took as `other`, round by round. */
export function compareTurns(turns: Semaphore, name: string, other: string, of: keyof Turn = 'ms'): Spread {
  const others = readTurns(turns, other);
  return describeSpread(
    readTurns(turns, name).map((turn, round) => readNumber(turn[of]) / readNumber(others[round]?.[of])),
  );
}

/** What the turns of a contender took. */
export function describeTurns(turns: Semaphore, name: string): { ms: Spread; cpuMs: Spread | null } {
  const own = readTurns(turns, name);
  const cpu = own.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
  return {
    ms: describeSpread(own.map(({ ms }) => ms)),
    cpuMs: cpu.length === 0 ? null : describeSpread(cpu),
  };
}

function readTurns(turns: Semaphore, name: string): readonly Turn[] {
  const found = turns.get(name);
  if (!found) throw new Error(`No contender is called ${name}`);
  return found;
}

function readNumber(value: number | null | undefined): number {
  return value ?? Number.NaN;
}
