import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLUSTER_WIDE } from './support/kustomize.ts';
import { chooses, listWorkloads, ofKind, type Selector } from './support/manifest.ts';
import { type Overlay, OVERLAYS, renderOverlay, ROOT } from './support/render.ts';

const isScaled = (overlay: Overlay) => overlay === 'high-availability';

describe.each(OVERLAYS)('the pods of the overlay %s', (overlay) => {
  const manifests = renderOverlay(overlay);
  const workloads = listWorkloads(manifests);
  const processes = workloads.filter(({ labels }) => labels['invoice-batch-engine/runs'] === 'process');

  it.each(workloads)('let $name write only to /tmp and to new backups', ({ name, pod }) => {
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      const written = container.volumeMounts!.filter(({ readOnly }) => !readOnly);
      expect(written.map(({ mountPath }) => mountPath)).toEqual([
        '/tmp',
        ...(name === 'backup' ? ['/backups'] : []),
      ]);
    }
  });

  it('are in a namespace that refuses privileged pods', () => {
    const [namespace] = ofKind(manifests, 'Namespace');
    expect(namespace!.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    const others = manifests.filter(({ kind }) => !CLUSTER_WIDE.includes(kind));
    expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set([namespace!.metadata.name]),
    );
  });

  it.each(processes)('start $name only once the database has the schema of its version', ({ name, pod }) => {
    const [gate, ...more] = pod.initContainers ?? [];
    expect(more).toEqual([]);
    const role = name.startsWith('worker-') ? 'worker' : name;
    expect(gate!.args).toEqual(['node', 'src/cli/main.ts', 'migrate', '--wait', role]);
    expect(gate!.image).toBe(pod.containers[0]!.image);
  });

  it.each(processes)(
    'stop a pod of $name only after another one is ready, and give it time to end',
    ({ name, pod }) => {
      const { spec } = manifests.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
      )!;
      expect(spec!['strategy']).toEqual({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
      // The drain takes 25 s; the rest is for the preStop hook and a margin.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(25 + 5);
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec: budget }) =>
        chooses(budget!.selector as Selector, pod0(name).labels),
      );
      expect(budgets.map(({ metadata }) => metadata.name)).toEqual([name]);
    },
  );

  const pod0 = (name: string) => workloads.find((workload) => workload.name === name)!;

  it('are spread over zones and nodes by their own label', () => {
    for (const { name, labels, pod } of processes.filter(({ name: which }) => which !== 'dashboard')) {
      const spreads = pod.topologySpreadConstraints!;
      expect(spreads.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      for (const { labelSelector } of spreads) {
        expect(chooses(labelSelector, labels)).toBe(true);
        expect(workloads.filter((other) => chooses(labelSelector, other.labels))).toHaveLength(1);
      }
      const isApart = isScaled(overlay) && ['ingress', 'worker-issuing', 'worker-remission'].includes(name);
      expect(spreads[1]!.whenUnsatisfiable).toBe(isApart ? 'DoNotSchedule' : 'ScheduleAnyway');
    }
  });

  it('get their number from one place only, the overlay or a scaler', () => {
    for (const { name, kind, replicas } of workloads) {
      if (kind !== 'Deployment') continue;
      const scalers = [
        ...ofKind(manifests, 'ScaledObject'),
        ...ofKind(manifests, 'HorizontalPodAutoscaler'),
      ].filter(({ spec }) => (spec!['scaleTargetRef'] as { name: string }).name === name);
      expect({ name, places: scalers.length + (replicas === undefined ? 0 : 1) }).toEqual({
        name,
        places: 1,
      });
    }
  });

  it('match their Deployments and Services', () => {
    for (const { spec } of ofKind(manifests, 'Deployment'))
      expect(chooses(spec!.selector!, spec!.template!.metadata.labels)).toBe(true);
    for (const { metadata, spec } of ofKind(manifests, 'Service')) {
      const found = workloads.filter(({ labels }) => chooses({ matchLabels: spec!.selector! }, labels));
      expect(found.map(({ name }) => name)).toEqual([metadata.name]);
    }
  });

  it('allow Chromium its sandbox if the nodes have the profile', () => {
    const { pod } = pod0('worker-pdfs');
    const profile = pod.containers[0]!.securityContext!['seccompProfile'];
    const own = { type: 'Localhost', localhostProfile: 'invoice-batch-engine/chromium.json' };
    expect(profile).toEqual(isScaled(overlay) ? own : undefined);
    expect(existsSync(path.join(ROOT, 'ops/docker/chromium-seccomp.json'))).toBe(true);
  });
});

it.each(OVERLAYS)('the images of the overlay %s have the version of the project', (overlay) => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const images = listWorkloads(renderOverlay(overlay)).flatMap(({ pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers].map(({ image }) => image),
  );
  const ours = ['api', 'worker'].map((kind) => `invoice-batch-engine-${kind}:${version}`);
  expect(new Set(images)).toEqual(new Set(ours));
});
