import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment } from '#src/platform/config/environment.ts';
import type { Reader } from '#src/platform/config/setting-types.ts';
import { SECRETS } from '#src/platform/config/secret-settings.ts';
import { SETTINGS } from '#src/platform/config/settings.ts';
import { PROCESS_ROLES } from '#src/platform/postgres/logins/process-roles.ts';
import { listEngine, readCompose, ROOT, type Service } from './compose-file.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const engine = listEngine(compose);
const isSecret = (name: string) => SECRETS.some((secret) => secret === name);
const text = readFileSync(new URL('docker-compose.yml', ROOT), 'utf8');

function service(name: string): Service {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name}`);
  return found;
}

describe('the compose file', () => {
  it.each(services)(
    'runs %s without root and capabilities, with only the named places writable',
    (_name, entry) => {
      expect(entry).toMatchObject({
        user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: expect.arrayContaining(['no-new-privileges:true']),
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp:/)]),
        stop_grace_period: expect.stringMatching(/^\d+s$/),
      });
      expect([entry.cap_add, entry.privileged, entry.container_name]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it.each(services)('gives %s more time to stop than the drain needs', (_name, { stop_grace_period }) => {
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(25);
  });

  it.each(services)('pins the version of the image of %s', (_name, { image }) => {
    expect(image).toMatch(/:(?!latest)[\w${]/);
  });

  it.each(['postgres', 'redis'])('checks the health of %s, and does not publish it', (name) => {
    expect(service(name).healthcheck?.test?.[0]).toBe('CMD');
    expect(service(name).ports).toBeUndefined();
    expect(service(name).networks).toEqual(['inner']);
  });

  it('considers a process healthy once it is ready, for which up --wait waits', () => {
    for (const name of ['ingress', 'worker', 'remitter', 'dashboard', 'backup'])
      expect(service(name).healthcheck?.test).toEqual([
        'CMD',
        'node',
        'ops/docker/check-health.ts',
        'readyz',
      ]);
    for (const name of ['migrate', 'operator', 'restore']) {
      expect(service(name).healthcheck).toEqual({ disable: true });
      expect(service(name).restart).toBe('no');
    }
    expect(service('operator').profiles).toEqual(['operator']);
  });

  it('checks the health of every service that keeps running: up --wait fails for one that disables its check', () => {
    const running = services.map(([name]) => name).filter((name) => service(name).restart !== 'no');
    expect(running).toContain('backup');
    expect(running.filter((name) => service(name).healthcheck?.test === undefined)).toEqual([]);
  });

  it('gives each kind of process its own login, and that of the owner only to migrate', () => {
    const userOf = (name: string, variable = 'DATABASE_URL') =>
      /^postgres:\/\/(\w+):\$\{(\w+):\?/.exec(service(name).environment?.[variable] ?? '')?.slice(1);
    const own = (role: string) => [
      `engine_${role}_login`,
      role === 'dashboard' ? 'DASHBOARD_DATABASE_PASSWORD' : `${role.toUpperCase()}_PASSWORD`,
    ];
    expect(userOf('ingress')).toEqual(own('ingress'));
    expect(userOf('worker')).toEqual(own('worker'));
    expect(userOf('remitter')).toEqual(own('worker'));
    expect(userOf('operator')).toEqual(own('operator'));
    expect(userOf('operator', 'READER_DATABASE_URL')).toEqual(own('reader'));
    expect(userOf('operator', 'RETENTION_DATABASE_URL')).toEqual(own('retention'));
    expect(userOf('dashboard')).toEqual(own('dashboard'));
    expect(userOf('migrate')).toEqual(['engine', 'POSTGRES_PASSWORD']);
    for (const role of PROCESS_ROLES)
      expect(userOf('migrate', `${role.toUpperCase()}_DATABASE_URL`)).toEqual(own(role));
    const ofOwner = services.filter(([, entry]) => JSON.stringify(entry).includes('POSTGRES_PASSWORD'));
    expect(ofOwner.map(([name]) => name)).toEqual(['postgres', 'migrate', 'restore']);
  });

  it('closes every reference to a variable, since YAML ends a text at a colon before a space', () => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.values(environment),
    );
    const count = (value: string, part: string) => value.split(part).length - 1;
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter((value) => count(value, '${') !== count(value, '}'))).toEqual([]);
  });

  it('gives Redis a password that no command line shows, and its clients the same password', () => {
    const { command = [], environment, healthcheck } = service('redis');
    expect(environment?.['REDISCLI_AUTH']).toMatch(/^\$\{REDIS_PASSWORD:\?/);
    expect(JSON.stringify([command, healthcheck])).not.toContain('REDIS_PASSWORD');
    const addresses = engine.flatMap(([, { environment: given }]) => given?.['REDIS_URL'] ?? []);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
  });

  it('allows Chromium its sandbox: the usual system calls of a container, and those for user namespaces', () => {
    const options = service('worker').security_opt ?? [];
    const file = options.flatMap((option) => /^seccomp=(.+)$/.exec(option)?.[1] ?? []);
    expect(file).toEqual(['ops/docker/chromium-seccomp.json']);
    const profile = JSON.parse(readFileSync(new URL(file[0]!, ROOT), 'utf8')) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string; args?: unknown[] }[];
    };
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    const allowed = profile.syscalls
      .filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && args === undefined)
      .flatMap(({ names }) => names);
    expect(allowed).toEqual(expect.arrayContaining(['clone', 'clone3', 'unshare', 'chroot', 'seccomp']));
    const dangerous =
      'mount umount2 pivot_root move_mount fsopen setns ptrace process_vm_readv process_vm_writev keyctl add_key request_key bpf perf_event_open userfaultfd io_uring_setup kexec_load init_module open_by_handle_at reboot';
    expect(dangerous.split(' ').filter((name) => allowed.includes(name))).toEqual([]);
    expect(
      services.filter(([, { security_opt = [] }]) => security_opt.length > 1).map(([name]) => name),
    ).toEqual(['worker']);
  });

  it('starts the processes once the schema is migrated, and the ingress without Redis', () => {
    expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(service('ingress').depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(service('worker').depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('configures Redis to write every job to disk, never to evict one, and to leave memory for a copy while it rewrites its log', () => {
    const { command = [], mem_limit: limit } = service('redis');
    const settings = command.join(' ');
    expect(settings).toContain('--appendonly yes --appendfsync everysec');
    expect(settings).toContain('--maxmemory-policy noeviction');
    expect(settings).toContain('--maxmemory ${REDIS_MAXMEMORY:-512mb}');
    expect(limit).toBe('1g');
  });

  it('stores the data of both databases, backups and measurements in volumes of their own', () => {
    const volumesOf = (name: string) => service(name).volumes ?? [];
    expect(volumesOf('postgres')).toEqual(['postgres:/var/lib/postgresql']);
    expect(volumesOf('redis')).toEqual(['redis:/data']);
    expect(volumesOf('prometheus')).toContain('prometheus:/prometheus');
    const named = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':', 1)[0]!).filter((source) => !source.startsWith('.')),
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    for (const name of ['postgres', 'redis', 'prometheus'])
      expect(named.filter((source) => source === name)).toHaveLength(1);
  });

  it('allows several workers, which have no port, name or volume of their own', () => {
    const { ports, container_name, volumes } = service('worker');
    expect([ports, container_name, volumes]).toEqual([undefined, undefined, undefined]);
  });

  it('builds each image once for all its services, and pulls none from a registry', () => {
    const built = engine.filter(([, { build }]) => build !== undefined);
    expect(built.map(([name, { build }]) => [name, build!.target])).toEqual([
      ['migrate', 'api'],
      ['worker', 'worker'],
    ]);
    for (const [, { build }] of built) expect(existsSync(new URL(build!.dockerfile, ROOT))).toBe(true);
    expect(new Set(engine.map(([, { pull_policy }]) => pull_policy))).toEqual(new Set(['never']));
  });

  it('connects the worker with Chromium, which processes data of clients, and the databases only to internal networks', () => {
    expect(compose.networks['inner']).toEqual({ internal: true });
    for (const name of ['worker', 'postgres', 'redis', 'migrate', 'aeat-sandbox']) {
      expect(service(name).networks).toEqual(['inner']);
    }
  });

  it('publishes only the API, the dashboard and Prometheus, by default on loopback, and no operations port', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([
      ['ingress', '${PUBLISH_ADDRESS:-127.0.0.1}:${PORT:-3000}:3000'],
      ['dashboard', '127.0.0.1:${DASHBOARD_PORT:-3001}:3001'],
      ['prometheus', '127.0.0.1:${PROMETHEUS_PORT:-9090}:9090'],
    ]);
  });

  it.each(engine)('gives %s only existing settings', (_name, { environment = {} }) => {
    expect(Object.keys(Environment.properties)).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it.each(engine)('gives %s every setting that is no secret', (name, { environment = {} }) => {
    const missing = Object.keys(SETTINGS).filter(
      (setting) => !isSecret(setting) && !(setting in environment),
    );
    // The image sets these, or their default is right; the stand-in reads none.
    const own = ['PORT', 'DASHBOARD_PORT', 'HOST', 'OPS_PORT', 'OPS_HOST', 'CHROMIUM_PATH', 'WORKER_QUEUES'];
    expect(name === 'aeat-sandbox' ? [] : missing.filter((setting) => !own.includes(setting))).toEqual([]);
  });

  const READERS: Readonly<Record<string, readonly Reader[]>> = {
    worker: ['batches', 'pdfs'],
    remitter: ['remission', 'spfe', 'webhooks'],
    operator: ['commands'],
  };
  it.each(engine)('gives %s the secrets that it reads, and no others', (name, { environment = {} }) => {
    const readers: readonly string[] = READERS[name] ?? [name];
    const given = SECRETS.filter((secret) => secret in environment && secret !== 'DATABASE_URL');
    // `migrate` has the login of the owner as its DATABASE_URL.
    const read = SECRETS.filter(
      (secret) =>
        SETTINGS[secret].readers.some((reader) => readers.includes(reader)) &&
        !['DATABASE_URL', 'MIGRATIONS_DATABASE_URL'].includes(secret),
    );
    expect(given).toEqual(read);
  });

  it('contains no secret, and refuses to start without them', () => {
    const passwords = ['POSTGRES', 'DASHBOARD', 'REDIS', ...PROCESS_ROLES.map((role) => role.toUpperCase())];
    for (const name of passwords.map((whose) => `${whose}_PASSWORD`)) {
      const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? [];
      expect(uses).not.toEqual([]);
      for (const use of uses) expect(use).toMatch(/:\?./);
    }
    expect(text).not.toMatch(/password\w*: *['"]?[a-z0-9]/i);
  });
});
