import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WORKER_DUTIES } from '#src/contracts/codes.ts';
import { Environment, loadEnvironment } from '#src/platform/config/environment.ts';
import { findRemissionFault } from '#src/platform/config/production-rules.ts';
import { SECRETS } from '#src/platform/config/secrets.ts';
import { readCompose, readInstructions } from '../containers/compose-file.ts';
import { listCommandSettings } from '../support/command-settings.ts';
import { type Container, listWorkloads, type Manifest, ofKind, type Workload } from './support/manifest.ts';
import { OVERLAYS, renderOverlay } from './support/render.ts';
import { readSecretVariable } from './support/secrets.ts';

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

/** Returns the variables of a container as its process sees them, with secrets of this test in its files. */
function readVariables(manifests: readonly Manifest[], { env = [], envFrom = [] }: Container) {
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
  for (const variable of env) {
    const secret = readSecretVariable(variable);
    const file = path.join(directory, secret?.file ?? '');
    variables[variable.name] = secret ? `${secret.optional ? '-' : ''}${file}` : variable.value!;
    if (!secret || secret.optional) continue;
    const login = secret.setting.replace('_DATABASE_URL', '').toLowerCase();
    writeFileSync(
      file,
      DUMMIES[secret.setting] ?? `postgres://engine_${login}_login:of-the-test@postgres/engine`,
    );
  }
  return variables;
}

describe.each(OVERLAYS)('the settings of processes in the overlay %s', (overlay) => {
  const manifests = renderOverlay(overlay);
  const workloads = listWorkloads(manifests);
  const engines = workloads.filter(({ name }) => name !== 'aeat-sandbox');

  it.each(workloads)('are known to $name, including the names of secrets', (workload) => {
    const variables = allContainers(workload).flatMap(({ env = [] }) => env);
    const plain = variables.filter((variable) => !readSecretVariable(variable));
    expect(plain.filter(({ name }) => !KNOWN.includes(name))).toEqual([]);
    const files = variables.flatMap((variable) => readSecretVariable(variable) ?? []);
    expect(files.filter(({ setting, file }) => setting !== file)).toEqual([]);
    expect(files.filter(({ setting }) => !SECRETS.includes(setting as 'REDIS_URL'))).toEqual([]);
  });

  it('give every secret that the product knows as a file', () => {
    const variables = engines.flatMap((workload) => allContainers(workload).flatMap(({ env = [] }) => env));
    const given = variables.flatMap((variable) => readSecretVariable(variable)?.setting ?? []);
    // The Job `migrate` has the owner's login as its DATABASE_URL.
    const wanted = SECRETS.filter((name) => name !== 'MIGRATIONS_DATABASE_URL');
    expect([...new Set(given)].toSorted()).toEqual(wanted.toSorted());
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
        ...readVariables(manifests, container),
        ...(isProduction && OWN),
      };
      const environment = loadEnvironment(variables);
      const sends =
        environment.WORKER_QUEUES.includes('remission') && variables['WORKER_QUEUES'] !== undefined;
      expect(sends ? findRemissionFault(environment) : undefined).toBeUndefined();
      expect(environment.VERIFACTU_ENVIRONMENT).toBe(isProduction ? 'production' : 'test');
    }
  });

  const commands = listCommandSettings().filter(
    ({ asOwner }) => overlay !== 'small' || !asOwner.includes(''),
  );
  it.each(commands)('include every secret that the command $command reads', ({ settings, asOwner }) => {
    // A restore works as the owner of the tables, in a temporary pod.
    const pod = asOwner.includes('') ? 'restore' : 'operator';
    const { env, envFrom } = engines.find(({ name }) => name === pod)!.pod.containers[0]!;
    const given = env!.map(({ name }) => name.replace(/_FILE$/, ''));
    expect(given).toContain('DATABASE_URL');
    expect(settings.filter((name) => SECRETS.includes(name as 'REDIS_URL') && !given.includes(name))).toEqual(
      [],
    );
    // All others.
    expect(envFrom).toHaveLength(1);
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
