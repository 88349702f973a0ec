import type { Target } from './targets.ts';

/** The values of members by their paths, as JSON texts. */
export type Values = ReadonlyMap<string, { readonly target: Pick<Target, 'steps'>; readonly text: string }>;

type Node = Map<string | number, Node | string>;

/**
 * Writes members at any depth as a JSON object. Items of a list that have no value are left out.
 * @param more further members with their JSON texts.
 */
export function writeMembers(values: Values, more: Readonly<Record<string, string>> = {}): string {
  const root: Node = new Map();
  for (const { target, text } of values.values()) place(root, target.steps, text);
  for (const [name, text] of Object.entries(more)) root.set(name, text);
  return write(root);
}

function place(root: Node, steps: readonly (string | number)[], text: string): void {
  let node = root;
  for (const step of steps.slice(0, -1)) {
    const next = node.get(step);
    const child: Node = next instanceof Map ? next : new Map();
    node.set(step, child);
    node = child;
  }
  node.set(steps.at(-1)!, text);
}

function write(node: Node | string): string {
  if (typeof node === 'string') return node;
  const entries = [...node];
  if (typeof entries[0]?.[0] === 'number') {
    const items = entries.toSorted(([one], [other]) => Number(one) - Number(other));
    return `[${items.map(([, item]) => write(item)).join(',')}]`;
  }
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
}
