/** The supported operations of JSON Patch (RFC 6902). */
export type Operation = { op: 'replace' | 'remove' | 'add'; path: string; value?: unknown };

type Tree = Record<string, unknown>;

/** The merge keys of lists. Lists without a key are replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumes: 'name',
  volumeMounts: 'mountPath',
  envFrom: '',
};

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a strategic merge patch of Kubernetes: merges members, and entries of some lists with the
 * same key.
 */
export function mergeObjects(value: unknown, patch: unknown, member = ''): unknown {
  if (isTree(value) && isTree(patch)) {
    const merged: Tree = { ...value };
    for (const [name, change] of Object.entries(patch)) {
      if (change === null) delete merged[name];
      else merged[name] = name in value ? mergeObjects(value[name], change, name) : change;
    }
    return merged;
  }
  const key = MERGE_KEYS[member];
  if (!Array.isArray(value) || !Array.isArray(patch) || !key) return patch;
  const entries = value as Tree[];
  const changes = patch as Tree[];
  const find = (list: readonly Tree[], entry: Tree) => list.find((one) => one[key] === entry[key]);
  const changed = changes.map((change) => {
    const entry = find(entries, change);
    return entry === undefined ? change : mergeObjects(entry, change);
  });
  // Entries of the patch come first.
  return [...changed, ...entries.filter((entry) => find(changes, entry) === undefined)];
}

/** Applies operations in order. @throws if a path does not exist. */
export function applyOperations(value: object, operations: readonly Operation[]): object {
  const changed = structuredClone(value);
  for (const { op, path, value: given } of operations) {
    const names = path
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop()!;
    let place: unknown = changed;
    for (const name of names) place = (place as Tree)[name];
    if (!isTree(place) && !Array.isArray(place)) throw new Error(`${path} leads nowhere`);
    const parent = place as Tree;
    if (op !== 'add' && !(last in parent)) throw new Error(`There is no ${path}`);
    if (op === 'remove') delete parent[last];
    else parent[last] = given;
  }
  return changed;
}
