import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { applyOperations, mergeObjects, type Operation } from './patches.ts';
import { chooses, findPodTemplate, type Labels, type Manifest } from './manifest.ts';

type Target = { kind?: string; name?: string; labelSelector?: string };
type Generator = {
  name: string;
  behavior?: 'merge';
  envs?: string[];
  literals?: string[];
  /** Each file becomes a key with the name of the file. */
  files?: string[];
  options?: { labels?: Labels; disableNameSuffixHash?: boolean };
};
/** The supported members of a kustomization file; others are refused. */
type Kustomization = {
  namespace?: string;
  resources?: string[];
  components?: string[];
  configMapGenerator?: Generator[];
  patches?: { path?: string; patch?: string; target?: Target }[];
  replicas?: { name: string; count: number }[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
};

const MEMBERS = 'apiVersion kind namespace resources components configMapGenerator patches replicas images';
/** The kinds of objects that belong to no namespace. */
export const CLUSTER_WIDE = ['Namespace', 'PriorityClass'];

/**
 * Renders a directory like `kubectl kustomize`, limited to the features that ops/kubernetes uses,
 * because kubectl is not on every machine that runs the tests. kubectl.long.test.ts compares the
 * two.
 */
export function renderDirectory(directory: string): Manifest[] {
  const withoutHash = new Set<string>();
  const manifests = accumulate(directory, [], withoutHash);
  const names = new Map(
    manifests
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && !withoutHash.has(metadata.name))
      .map(({ metadata, data }) => [metadata.name, `${metadata.name}-${hashData(data!)}`]),
  );
  const text = JSON.stringify(manifests).replaceAll(
    /("configMapRef":\{"name":|"configMap":\{"name":|"kind":"ConfigMap","metadata":\{"name":)"([^"]+)"/g,
    (found, before: string, name: string) => (names.has(name) ? `${before}"${names.get(name)}"` : found),
  );
  return JSON.parse(text) as Manifest[];
}

/**
 * Applies a directory to objects: a component changes the given objects, a kustomization starts
 * without any.
 * @param withoutHash collects the ConfigMaps that keep their names.
 */
function accumulate(directory: string, before: Manifest[], withoutHash: Set<string>): Manifest[] {
  const file = path.join(directory, 'kustomization.yaml');
  const { apiVersion: _, ...kustomization } = parse(readFileSync(file, 'utf8')) as Kustomization & {
    apiVersion: string;
  };
  const unknown = Object.keys(kustomization).filter((member) => !MEMBERS.split(' ').includes(member));
  if (unknown.length > 0) throw new Error(`${file}: the tests do not render ${unknown.join(', ')}`);
  let manifests = [...before];
  for (const resource of kustomization.resources ?? [])
    manifests.push(...readResource(path.join(directory, resource), withoutHash));
  for (const component of kustomization.components ?? [])
    manifests = accumulate(path.join(directory, component), manifests, withoutHash);
  for (const generator of kustomization.configMapGenerator ?? []) {
    generate(directory, manifests, generator);
    if (generator.options?.disableNameSuffixHash) withoutHash.add(generator.name);
  }
  for (const patch of kustomization.patches ?? []) manifests = applyPatch(directory, manifests, patch);
  return manifests.map((manifest) => transform(manifest, kustomization));
}

function readResource(place: string, withoutHash: Set<string>): Manifest[] {
  if (!existsSync(place)) throw new Error(`There is no ${place}`);
  if (statSync(place).isDirectory()) return accumulate(place, [], withoutHash);
  // Anchors are only for readers of the file; rendered objects share nothing.
  return parseAllDocuments(readFileSync(place, 'utf8')).map(
    (document) => structuredCloneOfTree(document.toJS()) as Manifest,
  );
}

const structuredCloneOfTree = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function generate(directory: string, manifests: Manifest[], generator: Generator): void {
  const { name, behavior, envs = [], literals = [], files = [], options = {} } = generator;
  const lines = envs
    .flatMap((file) => readFileSync(path.join(directory, file), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const data = Object.fromEntries([
    ...[...lines, ...literals].map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
    ...files.map((file) => [path.basename(file), readFileSync(locateFile(directory, file), 'utf8')]),
  ]) as Record<string, string>;
  const known = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if ((behavior === 'merge') !== (known !== undefined))
    throw new Error(`The ConfigMap ${name} is made twice, or merged into nothing`);
  const { labels } = options;
  const metadata = { name, ...(labels && { labels }) };
  if (known === undefined) manifests.push({ kind: 'ConfigMap', metadata, apiVersion: 'v1', data });
  else Object.assign(known.data!, data);
}

/**
 * @throws if kustomize would refuse the file, because it is outside of the directory that names it.
 */
function locateFile(directory: string, file: string): string {
  if (file.includes('=') || path.isAbsolute(file) || path.normalize(file).startsWith('..'))
    throw new Error(`${directory}: the tests read no file ${file} for a ConfigMap, only those below`);
  return path.join(directory, file);
}

function applyPatch(
  directory: string,
  manifests: Manifest[],
  { path: file, patch, target }: NonNullable<Kustomization['patches']>[number],
): Manifest[] {
  const change = parse(patch ?? readFileSync(path.join(directory, file!), 'utf8')) as
    | Operation[]
    | (Manifest & { $patch?: string });
  const isOperations = Array.isArray(change);
  const wanted: Target = target ?? {
    kind: (change as Manifest).kind,
    name: (change as Manifest).metadata.name,
  };
  const chosen = manifests.filter((manifest) => isTarget(manifest, wanted));
  if (chosen.length === 0)
    throw new Error(`A patch of ${directory} changes nothing: ${JSON.stringify(wanted)}`);
  if (!isOperations && change.$patch === 'delete')
    return manifests.filter((manifest) => !chosen.includes(manifest));
  return manifests.map((manifest) => {
    if (!chosen.includes(manifest)) return manifest;
    if (isOperations) return applyOperations(manifest, change) as Manifest;
    const { kind, metadata, apiVersion } = manifest;
    return { ...(mergeObjects(manifest, change) as Manifest), apiVersion, kind, metadata };
  });
}

function isTarget({ kind, metadata }: Manifest, target: Target): boolean {
  const matches = (pattern: string | undefined, value: string) =>
    pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value);
  const [key = '', value = ''] = target.labelSelector?.split('=') ?? [];
  const hasLabel =
    target.labelSelector === undefined || chooses({ matchLabels: { [key]: value } }, metadata.labels ?? {});
  return matches(target.kind, kind) && matches(target.name, metadata.name) && hasLabel;
}

function transform(manifest: Manifest, { namespace, replicas = [], images = [] }: Kustomization): Manifest {
  const changed = structuredCloneOfTree(manifest) as Manifest;
  const { kind, metadata, spec } = changed;
  if (namespace !== undefined && !CLUSTER_WIDE.includes(kind)) metadata.namespace = namespace;
  const count = kind === 'Deployment' && replicas.find(({ name }) => name === metadata.name)?.count;
  if (typeof count === 'number') spec!.replicas = count;
  const pod = findPodTemplate(changed)?.spec;
  for (const container of [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]) {
    const [name] = container.image.split(/[:@]/);
    const image = images.find((one) => one.name === name);
    if (image === undefined) continue;
    const { newName = name, newTag, digest } = image;
    container.image = newName! + (digest === undefined ? `:${newTag}` : `@${digest}`);
  }
  return changed;
}

/** Computes the hash suffix of kustomize: ten characters from an alphabet that forms no words. */
function hashData(data: Readonly<Record<string, string>>): string {
  const sorted = Object.fromEntries(
    Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const escapes: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
  const text = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replaceAll(
    /[<>&]/g,
    (sign) => escapes[sign]!,
  );
  const letters: Record<string, string> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
  return hash('sha256', text)
    .slice(0, 10)
    .replaceAll(/[013ae]/g, (digit) => letters[digit]!);
}
