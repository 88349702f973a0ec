import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment } from '#src/platform/config/environment.ts';
import { PROCESS_ROLES } from '#src/platform/postgres/logins/process-roles.ts';
import { listCommandSettings } from '../support/command-settings.ts';
import { listEngine, readCompose, readScript, ROOT, type Service } from './compose-file.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const engine = listEngine(compose);
const text = readFileSync(new URL('docker-compose.yml', ROOT), 'utf8');

function service(name: string): Service {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name}`);
  return found;
}

describe('the compose file', () => {
  it('contains the databases, the migration, the processes, the stand-in for AEAT, backups, monitoring and commands', () => {
    expect(Object.keys(compose.services)).toEqual([
      'postgres',
      'redis',
      'migrate',
      'ingress',
      'worker',
      'remitter',
      'aeat-sandbox',
      'dashboard',
      'backup',
      'prometheus',
      'operator',
      'restore',
    ]);
  });

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

  it('gives every service more memory than measured', () => {
    const megabytes = (name: string) => {
      const [, amount, unit] = /^(\d+)([mg])$/.exec(service(name).mem_limit!)!;
      return Number(amount) * (unit === 'g' ? 1024 : 1);
    };
    // The ingress stays below 800 MB under any load.
    expect(megabytes('ingress')).toBeGreaterThan(800);
    // Node needs 400 MB, and two browsers 350 MB each at their peaks.
    expect(megabytes('worker')).toBeGreaterThan(400 + 2 * 350);
    expect(megabytes('remitter')).toBeGreaterThan(400);
    // Twice maxmemory, for the copy while Redis rewrites its log.
    expect(megabytes('redis')).toBeGreaterThanOrEqual(2 * 512);
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

  it('passes every setting from .env that it does not set itself, since a missing one would be ignored silently', () => {
    const decided = /^(HOST|OPS_HOST|OPS_PORT|CHROMIUM_PATH|REDIS_URL|(\w+_)?DATABASE_URL)$/;
    const names = Object.keys(Environment.properties).filter((name) => !decided.test(name));
    expect(names.filter((name) => !text.includes(`\${${name}:`))).toEqual([]);
  });

  it.each(listCommandSettings())(
    'gives the command $command every setting that it reads',
    ({ settings, asOwner }) => {
      // Commands that work as the owner of the tables use the service `restore`; commands with both kinds of subcommands use both services.
      const names = asOwner.includes('')
        ? ['restore']
        : asOwner.length > 0
          ? ['operator', 'restore']
          : ['operator'];
      for (const name of names) {
        const given = Object.keys(service(name).environment ?? {});
        expect(given).toContain('DATABASE_URL');
        expect([name, settings.filter((setting) => !given.includes(setting))]).toEqual([name, []]);
      }
    },
  );

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

  it('allows several workers, which have no port, name or volume of their own', () => {
    const { ports, container_name, volumes } = service('worker');
    expect([ports, container_name, volumes]).toEqual([undefined, undefined, undefined]);
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

  it('configures Redis to persist every write and never to evict', () => {
    const command = (service('redis').command ?? []).join(' ');
    expect(command).toContain('--maxmemory-policy noeviction');
    expect(command).toContain('--appendonly yes');
  });

  it('stores the data of both databases in volumes', () => {
    const volumes = ['postgres', 'redis'].flatMap((name) => service(name).volumes ?? []);
    expect(volumes).toEqual(['postgres:/var/lib/postgresql', 'redis:/data']);
    expect(Object.keys(compose.volumes)).toEqual(['postgres', 'redis', 'backups', 'prometheus']);
  });

  it.each(engine)('gives %s only existing settings', (_name, { environment = {} }) => {
    expect(Object.keys(Environment.properties)).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it.each(engine)(
    'gives %s the settings that it needs to start, and no secret of other processes',
    (name, { environment = {} }) => {
      const secrets = [
        ...Object.keys(Environment.properties).filter((key) => key.endsWith('DATABASE_URL')),
        'DASHBOARD_PASSWORD',
        'BOOTSTRAP_API_KEY',
        'CERTIFICATE_KEY',
        'CERTIFICATE_KEY_PREVIOUS',
      ];
      const given = secrets.filter((secret) => secret in environment);
      const expected: Record<string, string[]> = {
        migrate: [
          'DATABASE_URL',
          'INGRESS_DATABASE_URL',
          'WORKER_DATABASE_URL',
          'OPERATOR_DATABASE_URL',
          'READER_DATABASE_URL',
          'DASHBOARD_DATABASE_URL',
          'RETENTION_DATABASE_URL',
          'BOOTSTRAP_API_KEY',
        ],
        operator: [
          'DATABASE_URL',
          'READER_DATABASE_URL',
          'RETENTION_DATABASE_URL',
          'CERTIFICATE_KEY',
          'CERTIFICATE_KEY_PREVIOUS',
        ],
        restore: ['DATABASE_URL', 'CERTIFICATE_KEY', 'CERTIFICATE_KEY_PREVIOUS'],
        backup: ['DATABASE_URL'],
        ingress: ['DATABASE_URL', 'BOOTSTRAP_API_KEY'],
        worker: ['DATABASE_URL'],
        remitter: ['DATABASE_URL', 'CERTIFICATE_KEY', 'CERTIFICATE_KEY_PREVIOUS'],
        'aeat-sandbox': [],
        dashboard: ['DATABASE_URL', 'DASHBOARD_PASSWORD'],
      };
      expect(given).toEqual(expected[name]);
    },
  );

  it('contains no secret, and refuses to start without them', () => {
    const passwords = ['POSTGRES', 'DASHBOARD', 'REDIS', ...PROCESS_ROLES.map((role) => role.toUpperCase())];
    for (const name of passwords.map((whose) => `${whose}_PASSWORD`)) {
      const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? [];
      expect(uses).not.toEqual([]);
      for (const use of uses) expect(use).toMatch(/:\?./);
    }
    expect(text).not.toMatch(/password\w*: *['"]?[a-z0-9]/i);
  });

  it.each(engine)('runs %s with an existing file', (_name, { command }) => {
    const { script } = readScript(command);
    expect(script).toMatch(/\.ts$/);
    expect(existsSync(new URL(script, ROOT))).toBe(true);
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

  it('runs the same commands as the npm scripts of the same names', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const scriptOf: Record<string, string> = { remitter: 'worker' };
    const ours = engine.filter(([name, { profiles }]) => profiles === undefined && name !== 'backup');
    for (const [name, { command }] of ours) {
      const { flags, script, args } = readScript(command);
      // The part before it sets the environment, which the image sets too, as the file of `npm start` does.
      const [, run] = /^(?:[A-Z_]+=\S+ )*(.*)$/.exec(scripts[scriptOf[name] ?? name] ?? '') ?? [];
      expect(run!.replace(' --env-file-if-exists=.local/environment', '')).toBe(
        ['exec', 'node', ...flags, script, ...args].join(' '),
      );
    }
  });
});
