import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { findContainerFaults, listPriorities, readBytes } from './support/container-rules.ts';
import { renderDirectory } from './support/kustomize.ts';
import { listWorkloads, type Manifest, ofKind, type PodSpec } from './support/manifest.ts';
import { OVERLAYS, renderOverlay, renderWith, ROOT } from './support/render.ts';

const KUBERNETES = path.join(ROOT, 'ops/kubernetes');
const databases = renderDirectory(path.join(KUBERNETES, 'databases'));
/** The components that are in no overlay together; the others are in the overlay for production. */
const OPTIONAL = ['aeat-sandbox', 'bucket-identity', 'external-secrets', 'gateway'];
const everything: Readonly<Record<string, readonly Manifest[]>> = {
  ...Object.fromEntries(OVERLAYS.map((overlay) => [overlay, renderOverlay(overlay)])),
  'high-availability with all components': renderWith('high-availability', ...OPTIONAL),
  databases,
};
const all = Object.entries(everything).map(([place, manifests]) => ({
  place,
  workloads: listWorkloads(manifests),
  priorities: listPriorities(manifests),
}));
const [{ workloads: engines, priorities: levels }] = all.filter(({ place }) =>
  place.endsWith('components'),
) as [(typeof all)[0]];

describe('the containers of ops/kubernetes', () => {
  it.each(all)('have rights, resources, probes and secrets as files: $place', ({ workloads, priorities }) => {
    expect(workloads.flatMap((workload) => findContainerFaults(workload, priorities))).toEqual([]);
  });

  it('are all among those judged, also in files that are added later', () => {
    const files = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.yaml'),
    );
    const written = files.flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(KUBERNETES, file), 'utf8')).map(
        (document) => document.toJS() as Manifest,
      ),
    );
    // A patch names no image, and the pods of PostgreSQL belong to their operator.
    const own = written.filter(
      (manifest) =>
        JSON.stringify(manifest).includes('"image":') &&
        !manifest.apiVersion.startsWith('postgresql.cnpg.io/'),
    );
    const judged = all.flatMap(({ workloads }) => workloads.map(({ name }) => name));
    expect(own.length).toBeGreaterThan(10);
    expect(own.map(({ metadata }) => metadata.name).filter((name) => !judged.includes(name))).toEqual([]);
  });
});

describe('the priorities', () => {
  const priorityOf = (name: string) =>
    levels.get(engines.find((workload) => workload.name === name)!.pod['priorityClassName'] as string)!;
  const FIRST = ['ingress', 'migrate', 'worker-issuing', 'worker-remission'];

  it('put accepting, issuing and sending above all other pods, and rendering below them', () => {
    const others = engines
      .map(({ name }) => name)
      .filter((name) => ![...FIRST, 'worker-pdfs'].includes(name));
    expect(new Set(FIRST.map(priorityOf)).size).toBe(1);
    expect(others.length).toBeGreaterThan(4);
    for (const name of others) {
      expect(priorityOf(name)).toBeLessThan(priorityOf('ingress'));
      expect(priorityOf(name)).toBeGreaterThan(priorityOf('worker-pdfs'));
    }
  });

  it('let rendering displace no other application, whose pods have the value 0', () => {
    const lowest = ofKind(everything['small']!, 'PriorityClass').find(({ value }) => value === 0);
    expect(lowest).toMatchObject({ preemptionPolicy: 'Never' });
    expect(priorityOf('worker-pdfs')).toBe(0);
  });

  it('put the databases above the engine, also those that an operator of the cluster runs', () => {
    const [[name, value] = []] = listPriorities(databases);
    expect(value).toBeGreaterThan(priorityOf('ingress'));
    expect(ofKind(databases, 'Cluster')[0]!.spec!['priorityClassName']).toBe(name);
    const pooler = ofKind(databases, 'Pooler')[0]!.spec!.template as unknown as { spec: PodSpec };
    expect(pooler.spec['priorityClassName']).toBe(name);
    const { resources } = ofKind(databases, 'Cluster')[0]!.spec as unknown as PodSpec['containers'][0];
    for (const { requests, limits } of [resources, ...pooler.spec.containers.map((one) => one.resources)])
      expect(readBytes(limits['ephemeral-storage'])).toBeGreaterThan(
        readBytes(requests['ephemeral-storage']),
      );
  });
});
