import type { Step, Trace } from './trace.ts';

/**
 * Names the features of a step: its action with the random choices, and the same together with what
 * the workers were doing before it.
 */
function nameFeatures({ action, picks }: Step, before: readonly string[]): string[] {
  const decided = Object.entries(picks).filter(([, value]) => value === 'true' || value === 'false');
  const what = [action, ...decided.map(([name, value]) => `${name}=${value}`)].join(' ');
  const jobs = before.filter((fact) => /^w\d is /.test(fact)).map((fact) => fact.slice(6));
  return [what, `${what} beside ${jobs.toSorted().join(' and ')}`];
}

function listFeatures({ begins, steps }: Trace): Set<string> {
  return new Set(steps.flatMap((step, index) => nameFeatures(step, steps[index - 1]?.facts ?? begins)));
}

/**
 * The distinct features of some traces: actions alone, and meetings of an action with what the
 * workers were doing.
 */
export function countFeatures(traces: readonly Trace[]): {
  readonly actions: number;
  readonly meetings: number;
} {
  const features = new Set(traces.flatMap((trace) => [...listFeatures(trace)]));
  const meetings = [...features].filter((feature) => feature.includes(' beside ')).length;
  return { actions: features.size - meetings, meetings };
}

/**
 * The weight of an action relative to a meeting, so that every action is covered before any
 * meeting.
 */
const WEIGHT_OF_ACTION = 100;

/**
 * Chooses a few traces that together cover as many features as possible: repeatedly the trace that
 * adds most for its length.
 */
export function chooseTraces(traces: readonly Trace[], most: number): Trace[] {
  const candidates = traces.map((trace) => ({ trace, features: listFeatures(trace) }));
  const seen = new Set<string>();
  const chosen: Trace[] = [];
  const worth = ({ trace, features }: (typeof candidates)[number]) => {
    const fresh = [...features].filter((feature) => !seen.has(feature));
    const sum = fresh.reduce((all, one) => all + (one.includes(' beside ') ? 1 : WEIGHT_OF_ACTION), 0);
    return sum / (trace.steps.length + 1);
  };
  while (chosen.length < Math.min(most, candidates.length)) {
    const best = candidates.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    if (worth(best) === 0) break;
    chosen.push(best.trace);
    for (const feature of best.features) seen.add(feature);
  }
  return chosen;
}
