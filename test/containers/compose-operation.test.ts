import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MAX_CONNECTIONS } from '#src/platform/postgres/database.ts';
import { readCompose, ROOT } from './compose-file.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const text = readFileSync(new URL('docker-compose.yml', ROOT), 'utf8');
const service = (name: string) => compose.services[name]!;

describe('the compose file in operation', () => {
  it('starts services for development, monitoring and commands only with their profile, and uses the stand-in only if configured', () => {
    const profiles = services.flatMap(([name, { profiles: named }]) => (named ? [[name, ...named]] : []));
    expect(profiles).toEqual([
      ['aeat-sandbox', 'development'],
      ['prometheus', 'monitoring'],
      ['operator', 'operator'],
      ['restore', 'operator'],
    ]);
    const addresses = services.flatMap(([, { environment }]) => environment?.['AEAT_URL'] ?? []);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(address).toMatch(/^\$\{AEAT_URL:\?/);
  });

  it('gives PostgreSQL enough connections for the documented number of workers and all other processes', () => {
    const [, limit] = /max_connections=(\d+)/.exec((service('postgres').command ?? []).join(' ')) ?? [];
    const [, workers] = /Enough for (\d+) workers/.exec(text) ?? [];
    const shown = ['docs/containers.md', 'docker-compose.yml'].map((file) =>
      Number(/--scale worker=(\d+)/.exec(readFileSync(new URL(file, ROOT), 'utf8'))?.[1]),
    );
    // One more than the pool, for the connection that checks the server.
    const process = MAX_CONNECTIONS + 1;
    const own = {
      ingress: process,
      remitter: process + 2,
      dashboard: 6,
      backup: 2,
      operator: 2,
      restore: 2,
      migrate: 2,
    };
    const reserved = 3;
    const others = Object.values(own).reduce((sum, count) => sum + count, reserved);
    expect(others + Number(workers) * process).toBeLessThanOrEqual(Number(limit));
    expect(others + (Number(workers) + 1) * process).toBeGreaterThan(Number(limit));
    for (const count of shown) expect(count).toBeLessThanOrEqual(Number(workers));
  });

  it('makes a backup every night with the read-only role, on a volume that a restore cannot write to', () => {
    const { command = [], environment, volumes } = service('backup');
    expect(command.slice(0, 4)).toEqual(['node', 'ops/docker/nightly-backup.ts', '--into', '/backups']);
    expect(environment?.['DATABASE_URL']).toMatch(/^postgres:\/\/engine_reader_login:/);
    expect(volumes).toEqual(['backups:/backups']);
    expect(service('restore').volumes).toEqual(['backups:/backups:ro']);
    expect(service('restore').environment).toHaveProperty('CERTIFICATE_KEY');
  });

  it('configures Prometheus with the service names of all processes and the rules of the engine', () => {
    const file = new URL('ops/prometheus/prometheus.compose.yml', ROOT);
    const config = parse(readFileSync(file, 'utf8')) as {
      rule_files: string[];
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(config.rule_files).toEqual(['alerts.yml']);
    expect(config.scrape_configs.map(({ job_name }) => job_name)).toEqual(['invoice-engine']);
    const [targets] = config.scrape_configs[0]!.dns_sd_configs;
    // The service `backup` has no metrics: the database knows when the last backup was made.
    const ready = services.filter(
      ([name, { healthcheck }]) => name !== 'backup' && healthcheck?.test?.at(-1) === 'readyz',
    );
    expect(targets).toMatchObject({ names: ready.map(([name]) => name), port: 9464 });
  });
});
