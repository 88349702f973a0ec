import { nameOf, readItf, type Value } from './itf.ts';
import { listFacts, type ModelState } from './list-facts.ts';

/** A run of the model: its actions and the state after each of them. */
export type Trace = { readonly begins: readonly string[]; readonly steps: readonly Step[] };
export type Step = {
  readonly action: string;
  /** The choices of the action, by their names in the specification. */
  readonly picks: Readonly<Record<string, string>>;
  readonly facts: readonly string[];
};

type ItfState = { readonly [variable: string]: unknown };

/** Reads a run in the format that the simulator writes with `--mbt`. */
export function readSimulatedTrace(itf: string): Trace {
  const { states } = JSON.parse(itf) as { states: readonly ItfState[] };
  const read = states.map((state) => readItf(state['s']) as unknown as ModelState);
  const steps = states.flatMap((state, index): Step[] => {
    const action = state['mbt::actionTaken'] as string;
    if (index === 0) return [];
    const picks = readItf(state['mbt::nondetPicks']) as Readonly<Record<string, Value>>;
    return [{ action, picks: namePicks(action, picks, read[index]!), facts: listFacts(read[index]!) }];
  });
  return { begins: listFacts(read[0]!), steps };
}

/** Describes choices in words: a request by its number, a stray message by its records. */
function namePicks(action: string, picks: Readonly<Record<string, Value>>, after: ModelState): Step['picks'] {
  if (action === 'post') {
    const { id, key, body } = after.requests.find((request) => request.id === after.posted)!;
    return { r: String(id), key, body };
  }
  const chosen = Object.entries(picks).flatMap(([name, value]) => {
    const some = (value as { readonly Some?: Value }).Some;
    return some === undefined ? [] : [[name, nameValue(some)] as const];
  });
  return Object.fromEntries(chosen);
}

function nameValue(value: Value): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return nameOf(value);
  const { id, chain, sequences } = value as { readonly [name: string]: Value };
  if (id !== undefined) return nameOf(id);
  const records = (sequences as readonly number[]).toSorted((one, other) => one - other);
  return `${nameOf(chain!)}:${records.join(',')}`;
}

/** Writes a run as text: each action with the facts that it added and removed. */
export function writeTrace({ begins, steps }: Trace): string {
  let known = begins;
  const lines = steps.flatMap(({ action, picks, facts }) => {
    const chosen = Object.entries(picks).map(([name, value]) => ` ${name}=${value}`);
    const changes = [
      ...known.filter((fact) => !facts.includes(fact)).map((fact) => `- ${fact}`),
      ...facts.filter((fact) => !known.includes(fact)).map((fact) => `+ ${fact}`),
    ];
    known = facts;
    return [`${action}${chosen.join('')}`, ...changes];
  });
  return [...begins.map((fact) => `+ ${fact}`), ...lines, ''].join('\n');
}

/** Reads the text that `writeTrace` writes. */
export function readTrace(text: string): Trace {
  const begins: string[] = [];
  const steps: { action: string; picks: Record<string, string>; facts: string[] }[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const facts = steps.at(-1)?.facts ?? begins;
    if (line.startsWith('+ ')) facts.push(line.slice(2));
    else if (line.startsWith('- ')) facts.splice(facts.indexOf(line.slice(2)), 1);
    else {
      const [action = '', ...words] = line.split(' ');
      const picks = Object.fromEntries(words.map((word) => word.split('=', 2) as [string, string]));
      steps.push({ action, picks, facts: [...facts] });
    }
  }
  for (const list of [begins, ...steps.map(({ facts }) => facts)]) list.sort();
  return { begins, steps };
}
