import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment } from '#src/config/environment.ts';
import { readCompose, readScript, ROOT, type Service } from './compose-file.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const engine = services.filter(([, entry]) => entry.build !== undefined);
const text = readFileSync(new URL('docker-compose.yml', ROOT), 'utf8');

function service(name: string): Service {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name}`);
  return found;
}

describe('the compose file', () => {
  it('has the databases, the migration, the processes and the stand-in for AEAT', () => {
    expect(Object.keys(compose.services)).toEqual([
      'postgres',
      'redis',
      'migrate',
      'ingress',
      'worker',
      'remitter',
      'aeat-sandbox',
      'dashboard',
    ]);
  });

  it.each(services)(
    'hardens %s: no root, nothing to write but what is named, no capabilities',
    (_name, entry) => {
      expect(entry).toMatchObject({
        user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
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

  it.each(services)('gives %s more time to stop than the drain takes', (_name, { stop_grace_period }) => {
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

  it("leaves the engine's health check to its images, but for those without an operations port", () => {
    const own = engine.filter(([, entry]) => entry.healthcheck !== undefined).map(([name]) => name);
    expect(own).toEqual(['migrate', 'aeat-sandbox']);
    expect(service('migrate').restart).toBe('no');
  });

  it('starts the processes once the schema is there, and the ingress without Redis', () => {
    expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(service('ingress').depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(service('worker').depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('lets the worker be scaled: no port, no name, no volume of its own', () => {
    const { ports, container_name, volumes } = service('worker');
    expect([ports, container_name, volumes]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps the worker, where Chromium reads what clients wrote, and the databases off every network with a way out', () => {
    expect(compose.networks['inner']).toEqual({ internal: true });
    for (const name of ['worker', 'postgres', 'redis', 'migrate', 'aeat-sandbox']) {
      expect(service(name).networks).toEqual(['inner']);
    }
  });

  it('publishes the API and the dashboard alone, on the loopback unless told otherwise, and no operations port', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([
      ['ingress', '${PUBLISH_ADDRESS:-127.0.0.1}:${PORT:-3000}:3000'],
      ['dashboard', '127.0.0.1:${DASHBOARD_PORT:-3001}:3001'],
    ]);
  });

  it('keeps Redis from evicting, and writes it through', () => {
    const command = (service('redis').command ?? []).join(' ');
    expect(command).toContain('--maxmemory-policy noeviction');
    expect(command).toContain('--appendonly yes');
  });

  it('keeps the data of both databases in volumes', () => {
    const volumes = ['postgres', 'redis'].flatMap((name) => service(name).volumes ?? []);
    expect(volumes).toEqual(['postgres:/var/lib/postgresql', 'redis:/data']);
    expect(Object.keys(compose.volumes)).toEqual(['postgres', 'redis']);
  });

  it.each(engine)('gives %s settings that exist', (_name, { environment = {} }) => {
    expect(Object.keys(Environment.properties)).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it.each(engine)(
    'gives %s what it needs to start, and no secret of others',
    (name, { environment = {} }) => {
      const secrets = ['DATABASE_URL', 'DASHBOARD_PASSWORD', 'BOOTSTRAP_API_KEY', 'CERTIFICATE_KEY'];
      const given = secrets.filter((secret) => secret in environment);
      const expected: Record<string, string[]> = {
        migrate: ['DATABASE_URL'],
        ingress: ['DATABASE_URL', 'BOOTSTRAP_API_KEY'],
        worker: ['DATABASE_URL'],
        remitter: ['DATABASE_URL', 'CERTIFICATE_KEY'],
        'aeat-sandbox': [],
        dashboard: ['DASHBOARD_PASSWORD'],
      };
      expect(given).toEqual(expected[name]);
    },
  );

  it('has no secret written in it, and refuses to start without them', () => {
    for (const name of ['POSTGRES_PASSWORD', 'DASHBOARD_PASSWORD']) {
      const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? [];
      expect(uses).not.toEqual([]);
      for (const use of uses) expect(use).toMatch(/:\?./);
    }
    expect(text).not.toMatch(/password\w*: *['"]?[a-z0-9]/i);
  });

  it.each(engine)('runs %s by a file that exists', (_name, { command, build }) => {
    const { script } = readScript(command);
    expect(script).toMatch(/\.ts$/);
    expect(existsSync(new URL(script, ROOT))).toBe(true);
    expect(existsSync(new URL(build!.dockerfile, ROOT))).toBe(true);
  });

  it('runs what the npm scripts of the same names run', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const scriptOf: Record<string, string> = { remitter: 'worker' };
    for (const [name, { command }] of engine) {
      const { flags, script } = readScript(command);
      // What comes before it is for the environment, which the image sets.
      const [, run] = /^(?:[A-Z_]+=\S+ )*(.*)$/.exec(scripts[scriptOf[name] ?? name] ?? '') ?? [];
      expect(run).toBe(['exec', 'node', ...flags, script].join(' '));
    }
  });
});
