import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { parseAllDocuments } from 'yaml';
import { renderDirectory } from './support/kustomize.ts';
import type { Manifest } from './support/manifest.ts';
import { OVERLAYS, ROOT } from './support/render.ts';
import { isJudged } from '../support/not-judged.ts';

/** The first kubectl 1.x whose kustomize supports components and `labelSelector` of patches. */
const FIRST_KUBECTL = 22;

function findKubectl(): string | undefined {
  const kubectl = findExecutable(['kubectl']);
  if (kubectl === undefined) return undefined;
  const { stdout } = spawnSync(kubectl, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  const [, minor] = /"minor": "(\d+)/.exec(stdout ?? '') ?? [];
  return Number(minor) >= FIRST_KUBECTL ? kubectl : undefined;
}

const kubectl = findKubectl();
isJudged(kubectl, 'Kubernetes manifests, by kubectl', `there is no kubectl 1.${FIRST_KUBECTL} or newer`);

const sort = (manifests: readonly Manifest[]) =>
  manifests.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
const nameOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;

/* All other tests render with the tests' own code, which works on every machine. */
describe.runIf(kubectl)('kubectl kustomize', () => {
  const overlays = OVERLAYS.map((overlay) => `ops/kubernetes/overlays/${overlay}`);
  it.each([...overlays, 'ops/kubernetes/databases'])('renders %s like the code of the tests', (directory) => {
    const text = execFileSync(kubectl!, ['kustomize', directory], { cwd: ROOT, encoding: 'utf8' });
    const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    expect(sort(renderDirectory(path.join(ROOT, directory)))).toEqual(sort(manifests));
  });
});
