import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WORKER_DUTIES } from '#src/contracts/codes.ts';
import { ConfigurationError } from '#src/platform/config/configuration-error.ts';
import { Environment, loadEnvironment } from '#src/platform/config/environment.ts';
import { findRemissionFault } from '#src/platform/config/production-rules.ts';
import { SECRETS } from '#src/platform/config/secret-settings.ts';
import { readCompose, readInstructions } from '../containers/compose-file.ts';
import { type Container, listWorkloads, type Manifest, ofKind, type Workload } from './support/manifest.ts';
import { OVERLAYS, renderOverlay } from './support/render.ts';
import { listReadSecrets } from './support/secrets.ts';

const KNOWN = Object.keys(Environment.properties);
const compose = readCompose().services;
/** The settings of an operator's own overlay: docs/kubernetes.md. */
const OWN = {
  VERIFACTU_PRODUCER_NAME: 'Programas de la Vega SL',
  VERIFACTU_PRODUCER_NIF: 'B83442194',
  AEAT_URL: 'https://www1.agenciatributaria.gob.es/',
};
const DUMMIES: Readonly<Record<string, string>> = {
  REDIS_URL: 'redis://:a-secret-of-the-test@redis:6379',
  DASHBOARD_PASSWORD: 'f5b0a7c3e1d94826',
  CERTIFICATE_KEY: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
};

const allContainers = ({ pod }: Workload): Container[] => [...(pod.initContainers ?? []), ...pod.containers];

/** The settings of an overlay as its operator completes them. */
const completeSettings = (overlay: string) => (overlay === 'high-availability' ? OWN : {});

/**
 * Lists the secrets whose files a container cannot lack. A pod that waits for the migration before
 * its process starts needs only its login for that.
 */
function listRequiredSecrets(workload: Workload, { name }: Container): string[] {
  const required = listReadSecrets(workload).filter(({ optional }) => !optional);
  return required
    .map(({ setting }) => setting)
    .filter((setting) => name === 'engine' || setting === 'DATABASE_URL');
}

/**
 * Returns the variables of a container as its process sees them, with the secrets that it cannot
 * lack in files of this test.
 */
function readVariables(manifests: readonly Manifest[], workload: Workload, container: Container) {
  const { env = [], envFrom = [] } = container;
  const directory = mkdtempSync(path.join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(directory, { recursive: true });
  const variables: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef!.name,
    );
    Object.assign(variables, map!.data);
  }
  const [mount] = container.volumeMounts!.filter(({ name }) => name === 'secrets');
  for (const { name, value } of env) variables[name] = value!.replace(mount!.mountPath, directory);
  for (const { setting, optional } of listReadSecrets(workload)) {
    if (optional) continue;
    const login = setting.replace('_DATABASE_URL', '').toLowerCase();
    const content = DUMMIES[setting] ?? `postgres://engine_${login}_login:of-the-test@postgres/engine`;
    writeFileSync(path.join(directory, setting), content);
  }
  expect(variables['SECRETS_DIRECTORY']).toBe(mount!.mountPath);
  return { ...variables, SECRETS_DIRECTORY: directory };
}

describe.each(OVERLAYS)('the settings of processes in the overlay %s', (overlay) => {
  const manifests = renderOverlay(overlay);
  const workloads = listWorkloads(manifests);
  const engines = workloads.filter(({ name }) => name !== 'aeat-sandbox');

  it.each(workloads)('are known to $name', (workload) => {
    const variables = allContainers(workload).flatMap(({ env = [] }) => env);
    const names = [...KNOWN, ...SECRETS.map((secret) => `${secret}_FILE`)];
    expect(variables.filter(({ name }) => !names.includes(name))).toEqual([]);
  });

  it('contain no unused key and no secret in the ConfigMap', () => {
    const read = engines.flatMap((workload) =>
      allContainers(workload).flatMap(({ envFrom = [] }) =>
        envFrom.map(({ configMapRef }) => configMapRef!.name),
      ),
    );
    const maps = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => read.includes(metadata.name));
    expect(maps).toHaveLength(1);
    const names = Object.keys(maps[0]!.data!);
    expect(names.filter((name) => !KNOWN.includes(name) || SECRETS.includes(name as 'REDIS_URL'))).toEqual(
      [],
    );
  });

  it('contain no secret, and name the required ones', () => {
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    expect(JSON.stringify(manifests)).not.toMatch(/postgres:\/\/|redis:\/\/|PRIVATE KEY/);
    const wanted = engines.flatMap(({ pod }) =>
      pod.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    );
    expect([...new Set(wanted)].toSorted()).toEqual([
      ...(overlay === 'small' ? [] : ['backup-secrets']),
      'dashboard-secrets',
      'ingress-secrets',
      'migrate-secrets',
      'operator-secrets',
      'remission-secrets',
      ...(overlay === 'small' ? [] : ['restore-secrets']),
      'worker-secrets',
    ]);
  });

  it.each(engines)('allow $name to start once an operator’s overlay names the producer', (workload) => {
    const isProduction = overlay === 'high-availability';
    for (const container of allContainers(workload)) {
      const variables: Record<string, string> = {
        ...readVariables(manifests, workload, container),
        ...completeSettings(overlay),
      };
      const environment = loadEnvironment(variables);
      const sends =
        environment.WORKER_QUEUES.includes('remission') && variables['WORKER_QUEUES'] !== undefined;
      expect(sends ? findRemissionFault(environment) : undefined).toBeUndefined();
      expect(environment.VERIFACTU_ENVIRONMENT).toBe(isProduction ? 'production' : 'test');
    }
  });

  it.each(engines)('stop $name if a file of a secret that it cannot lack is missing', (workload) => {
    for (const container of allContainers(workload)) {
      const names = listRequiredSecrets(workload, container);
      expect(names).toContain('DATABASE_URL');
      for (const name of names) {
        const variables = {
          ...readVariables(manifests, workload, container),
          ...completeSettings(overlay),
        };
        rmSync(path.join(variables.SECRETS_DIRECTORY, name));
        expect(() => loadEnvironment(variables)).toThrow(
          new ConfigurationError([`${name}_FILE can't be read: ENOENT`]),
        );
      }
    }
  });

  it('assign each duty exactly once', () => {
    const served = workloads.flatMap(({ pod }) =>
      (pod.containers[0]!.env ?? [])
        .filter(({ name }) => name === 'WORKER_QUEUES')
        .map(({ value }) => value!),
    );
    expect(served.flatMap((duties) => duties.split(',')).toSorted()).toEqual([...WORKER_DUTIES].toSorted());
  });

  it('agree with compose in commands and memory', () => {
    const serviceOf = (name: string) =>
      ({
        'worker-pdfs': 'worker',
        'worker-issuing': 'remitter',
        'worker-remission': 'remitter',
        'worker-webhooks': 'remitter',
      })[name] ?? name;
    const byHand = ['operator', 'backup', 'restore'];
    for (const { name, pod } of workloads.filter((one) => !byHand.includes(one.name))) {
      const [container] = pod.containers;
      const service = compose[serviceOf(name)]!;
      expect(container!.args).toEqual(service.command);
      // tini, which the image starts with, stays.
      expect(container!.command).toBeUndefined();
      const limit = container!.resources.limits['memory']!;
      expect(limit.toLowerCase().replace(/i$/, '')).toBe(service.mem_limit);
      const image = name === 'worker-pdfs' ? 'worker' : 'api';
      expect(container!.image).toMatch(new RegExp(`^invoice-batch-engine-${image}:`));
    }
  });

  it('probe and publish only ports on which processes listen', () => {
    const listened = { PORT: 3000, DASHBOARD_PORT: 3001, OPS_PORT: 9464 };
    for (const [name, port] of Object.entries(listened))
      expect(Environment.properties[name as 'PORT']).toMatchObject({ default: port });
    expect(readInstructions('api', 'EXPOSE').at(-1)).toBe('3000 3001 9464');
    for (const { labels, pod } of workloads) {
      const [{ ports = [], startupProbe, livenessProbe, readinessProbe } = {} as Container] = pod.containers;
      if (labels['invoice-batch-engine/runs'] !== 'process') continue;
      expect(ports).toContainEqual({ name: 'operations', containerPort: 9464 });
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet);
      expect(paths).toEqual([
        { path: '/livez', port: 'operations' },
        { path: '/livez', port: 'operations' },
        { path: '/readyz', port: 'operations' },
      ]);
    }
  });
});
