import type { Answers, Fault, FaultWorld, Measure, Place } from './fault.ts';

export type FaultOutcome = Answers & {
  readonly fault: Omit<Fault<never>, 'run'>;
  readonly measures: readonly Measure[];
  /** The reason why it failed. */
  readonly failure: string | null;
  /** The reason why it was skipped. */
  readonly skipped: string | null;
  readonly seconds: number;
};

const NOTHING = { measures: [], acknowledged: 0, refused: 0, reasons: {}, skipped: null };

/**
 * Runs a fault in its own world, proves the invariants when all work has ended, and compares the
 * measured times with their limits.
 */
export async function runFault<World extends FaultWorld>(
  fault: Fault<NoInfer<World>>,
  place: Place<World>,
): Promise<FaultOutcome> {
  const skipped = fault.needs && place.lacks[fault.needs];
  if (skipped !== undefined) return { ...NOTHING, fault, failure: null, skipped, seconds: 0 };
  const started = performance.now();
  const end = (outcome: Omit<FaultOutcome, 'fault' | 'skipped' | 'seconds'>): FaultOutcome => ({
    ...outcome,
    fault,
    skipped: null,
    seconds: (performance.now() - started) / 1000,
  });
  try {
    await using world = await place.open(fault);
    try {
      const measures = [...(await fault.run(world)), ...(await world.prove())];
      const answers = world.countAnswers();
      return end({ ...answers, measures, failure: findLate(measures) ?? findRefused(fault, answers) });
    } catch (error) {
      const failure = [describeError(error), ...(await world.explain())].join('\n');
      return end({ ...world.countAnswers(), measures: [], failure });
    }
  } catch (error) {
    return end({ ...NOTHING, failure: describeError(error) });
  }
}

function describeError(error: unknown): string {
  return (error as Error).stack ?? String(error);
}

function findLate(measures: readonly Measure[]): string | null {
  const late = measures.filter(({ seconds, limit }) => limit !== undefined && seconds > limit);
  const texts = late.map(
    ({ what, seconds, limit }) => `${what}: ${seconds.toFixed(1)} s, ${limit} are allowed`,
  );
  return texts.length > 0 ? texts.join('; ') : null;
}

function findRefused(fault: Pick<Fault<never>, 'mayRefuse'>, { refused, reasons }: Answers): string | null {
  if (fault.mayRefuse !== false || refused === 0) return null;
  return `${refused} requests were refused, and none may be: ${JSON.stringify(reasons)}`;
}
