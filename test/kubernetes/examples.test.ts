import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRuleFault } from '#src/platform/config/secret-settings.ts';
import { PROCESS_ROLES } from '#src/platform/postgres/logins/process-roles.ts';
import { readCompose } from '../containers/compose-file.ts';
import { findSchemaFaults } from './support/check-types.ts';
import { renderDirectory } from './support/kustomize.ts';
import { listWorkloads, type Manifest, ofKind } from './support/manifest.ts';
import { renderOverlay, renderWith, ROOT } from './support/render.ts';
import { listSecrets } from './support/secrets.ts';

/*
 * Examples of the engine's surroundings: databases, Secrets and a gateway. Each is compared with
 * the requirements of the engine.
 */

const engine = renderOverlay('high-availability');
const databases = renderDirectory(path.join(ROOT, 'ops/kubernetes/databases'));
const withSecrets = renderWith('high-availability', 'external-secrets');
const withGateway = renderWith('high-availability', 'gateway');
const namespaceOf = (manifests: readonly Manifest[]) => ofKind(manifests, 'Namespace')[0]!.metadata.name;
/** The specification of an object. */
const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name === name)!.spec as unknown;

type ExternalSecret = {
  readonly secretStoreRef: { readonly kind: string; readonly name: string };
  readonly dataFrom: readonly { readonly extract: { readonly key: string } }[];
  readonly target: { readonly template: { readonly type?: string; readonly data: Record<string, string> } };
};
const CERTIFICATE_KEY = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
/**
 * Renders a template as External Secrets does; the value of each entry of the store is its own
 * name.
 */
const fill = (template: string) =>
  template.replaceAll(/\{\{ \.(\w+) \}\}/g, (_all, name: string) =>
    name === 'certificate_key' ? CERTIFICATE_KEY : `${name.replaceAll('_', '')}0123`,
  );
const made = new Map(
  ofKind(withSecrets, 'ExternalSecret').map(({ metadata, spec }) => {
    const { data } = (spec as unknown as ExternalSecret).target.template;
    const filled = Object.entries(data).map(([key, template]) => [key, fill(template)] as const);
    return [metadata.name, new Map(filled)] as const;
  }),
);
const addresses = [...made].flatMap(([secret, data]) =>
  [...data].flatMap(([key, value]) =>
    /^\w+:\/\//.test(value) ? [{ secret, key, url: new URL(value) }] : [],
  ),
);

describe('the example of Secrets', () => {
  it('creates every Secret that pods and KEDA read, with exactly the keys that they need', () => {
    const wanted = [...listSecrets(engine)].map(([name, keys]) => {
      const required = [...keys].filter(([, { optional }]) => !optional).map(([key]) => key);
      return [name, required.toSorted()] as const;
    });
    const told = [...made].map(([name, data]) => [name, [...data.keys()].toSorted()] as const);
    // This Secret exists only while a backup is restored.
    const standing = wanted.filter(([name]) => name !== 'restore-secrets');
    expect(new Map(told)).toEqual(new Map([...standing, ['keda-secrets', ['connection']]]));
    expect(wanted.length).toBe(standing.length + 1);
  });

  it('creates values that the engine accepts', () => {
    const faults = [...made].flatMap(([secret, data]) =>
      [...data].flatMap(([key, value]) => {
        const fault = findRuleFault(key, value);
        return fault === undefined ? [] : [`${secret} ${key} ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('gives each process its own login, and the migration the same logins', () => {
    const logins = new Map(
      [...made].map(([secret, data]) => [secret, new URL([...data.values()][0]!).username]),
    );
    expect(Object.fromEntries(logins)).toEqual({
      'migrate-secrets': 'engine',
      'ingress-secrets': 'engine_ingress_login',
      'worker-secrets': 'engine_worker_login',
      'remission-secrets': 'engine_worker_login',
      'dashboard-secrets': 'engine_dashboard_login',
      'operator-secrets': 'engine_operator_login',
      'backup-secrets': 'engine_reader_login',
      'keda-secrets': 'engine_reader_login',
    });
    const passwords = addresses
      .filter(({ url }) => url.protocol === 'postgres:')
      .map(({ url }) => `${url.username}:${url.password}`);
    expect(new Set(passwords).size).toBe(PROCESS_ROLES.length + 1);
  });
});

type Cluster = {
  readonly instances: number;
  readonly bootstrap: {
    readonly initdb: {
      readonly database: string;
      readonly owner: string;
      readonly secret: { readonly name: string };
      readonly postInitSQL: readonly string[];
    };
  };
  readonly postgresql: {
    readonly synchronous?: { readonly number: number };
    readonly parameters: Readonly<Record<string, string>>;
  };
};
type Pooler = {
  readonly cluster: { readonly name: string };
  readonly instances: number;
  readonly type: string;
  readonly pgbouncer: {
    readonly poolMode: string;
    readonly image: string;
    readonly parameters: Readonly<Record<string, string>>;
  };
};

describe('the example of databases', () => {
  const { spec, metadata } = ofKind(databases, 'Cluster')[0]!;
  const cluster = spec as unknown as Cluster;
  const poolers = ofKind(databases, 'Pooler');
  const pooler = poolers[0]!.spec as unknown as Pooler;
  const { initdb } = cluster.bootstrap;

  it('contains the servers to which the addresses of the Secrets lead', () => {
    expect(poolers).toHaveLength(1);
    expect(pooler.cluster.name).toBe(metadata.name);
    expect(pooler.type).toBe('rw');
    // CloudNativePG names the Service of a Pooler like the Pooler, and that of a Cluster's primary
    // with -rw.
    const valkey = find(databases, 'Service', 'valkey') as { ports: { port: number }[] };
    const services: Readonly<Record<string, number>> = {
      [poolers[0]!.metadata.name]: 5432,
      [`${metadata.name}-rw`]: 5432,
      valkey: valkey.ports[0]!.port,
    };
    const allowed = (
      find(engine, 'NetworkPolicy', 'databases') as { egress: { ports: { port: number }[] }[] }
    ).egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(addresses.length).toBeGreaterThan(15);
    for (const { secret, key, url } of addresses) {
      const [service = '', ...rest] = url.hostname.split('.');
      expect({ secret, key, host: rest.join('.'), port: Number(url.port) }).toEqual({
        secret,
        key,
        host: namespaceOf(databases),
        port: services[service],
      });
      expect(allowed).toContain(Number(url.port));
      expect(service === 'valkey').toBe(key === 'REDIS_URL');
      expect(url.pathname).toBe(key === 'REDIS_URL' ? '' : `/${initdb.database}`);
    }
  });

  it('has a pooler that the engine supports, and addresses that declare it', () => {
    expect(pooler.pgbouncer.poolMode).toBe('transaction');
    expect(Number(pooler.pgbouncer.parameters['max_prepared_statements'])).toBeGreaterThan(0);
    const [, minor] = /pgbouncer:1\.(\d+)/.exec(pooler.pgbouncer.image) ?? [];
    expect(Number(minor)).toBeGreaterThanOrEqual(21);
    for (const { url } of addresses.filter(({ url: { protocol } }) => protocol === 'postgres:')) {
      const isPooled = url.hostname.startsWith(`${poolers[0]!.metadata.name}.`);
      expect(url.searchParams.get('pgbouncer')).toBe(isPooled ? 'true' : null);
    }
  });

  it('connects migrations, readers and KEDA directly to the server', () => {
    const direct = addresses.filter(({ url }) => url.hostname.startsWith(`${metadata.name}-rw.`));
    const secrets = new Set(direct.map(({ secret, key }) => (key === 'DATABASE_URL' ? secret : key)));
    for (const name of ['migrate-secrets', 'backup-secrets', 'READER_DATABASE_URL', 'connection'])
      expect(secrets).toContain(name);
  });

  it('has an owner that may create logins, standbys that production requires, and enough connections', () => {
    const owner = addresses.find(
      ({ secret, key }) => secret === 'migrate-secrets' && key === 'DATABASE_URL',
    )!;
    expect(initdb.owner).toBe(owner.url.username);
    const { template } = (find(databases, 'ExternalSecret', initdb.secret.name) as ExternalSecret).target;
    expect(template.type).toBe('kubernetes.io/basic-auth');
    expect(template.data['username']).toBe(initdb.owner);
    expect(fill(template.data['password']!)).toBe(owner.url.password);
    expect(initdb.postInitSQL).toEqual([
      `alter role ${initdb.owner} createrole`,
      `grant pg_read_all_stats to ${initdb.owner} with admin option`,
    ]);
    expect(cluster.postgresql.synchronous!.number).toBeGreaterThan(0);
    expect(cluster.instances).toBeGreaterThan(cluster.postgresql.synchronous!.number + 1);
    const pooled = pooler.instances * Number(pooler.pgbouncer.parameters['max_db_connections']);
    expect(Number(cluster.postgresql.parameters['max_connections'])).toBeGreaterThanOrEqual(pooled + 40);
  });

  it('has a Valkey that persists jobs and evicts none, with the same rights as in compose', () => {
    const configuration = databases.find(({ kind }) => kind === 'ConfigMap')!;
    const text = configuration.data!['valkey.conf']!;
    expect(text).toContain('\nappendonly yes\n');
    expect(text).toContain('\nmaxmemory-policy noeviction\n');
    const [{ pod }] = listWorkloads(databases) as [ReturnType<typeof listWorkloads>[0]];
    const mounts = pod.containers[0]!.volumeMounts!.map(({ mountPath }) => mountPath);
    const [, acl = ''] = /^aclfile (.+)$/m.exec(text)!;
    expect(mounts).toContain(path.dirname(acl));
    expect(mounts).toContain(path.dirname(pod.containers[0]!.command!.at(-1)!));
    expect(pod.volumes).toContainEqual({
      name: 'configuration',
      configMap: { name: configuration.metadata.name },
    });
    const users = (find(databases, 'ExternalSecret', 'valkey') as ExternalSecret).target.template.data;
    const line = fill(users[path.basename(acl)]!).trim();
    const redis = addresses.find(({ key }) => key === 'REDIS_URL')!.url;
    const { command = [] } = readCompose().services['redis']!;
    const [, given = ''] = /printf '([^']+)\\n'/.exec(command.join(' '))!;
    expect(line).toBe(given.replace('%s', redis.password));
  });

  it('allows only the engine to reach Valkey', () => {
    const policy = find(databases, 'NetworkPolicy', 'valkey') as { ingress: unknown[] };
    expect(policy.ingress).toEqual([
      {
        from: [
          { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespaceOf(engine) } } },
        ],
        ports: [{ port: 'valkey', protocol: 'TCP' }],
      },
    ]);
  });

  it('is accepted by Kubernetes', () => {
    const ours = databases.filter(({ apiVersion }) => !/cnpg|external-secrets/.test(apiVersion));
    expect(ours.length).toBeGreaterThan(3);
    expect(findSchemaFaults(ours)).toEqual([]);
  });
});

type Gateway = { readonly listeners: readonly { readonly name: string; readonly hostname: string }[] };
type HttpRoute = {
  readonly parentRefs: readonly { readonly name: string; readonly sectionName: string }[];
  readonly hostnames: readonly string[];
  readonly rules: readonly {
    readonly backendRefs: readonly { readonly name: string; readonly port: number }[];
    readonly timeouts: { readonly request: string };
  }[];
};

describe('the example of a gateway', () => {
  const routes = ofKind(withGateway, 'HTTPRoute').map(({ spec }) => spec as unknown as HttpRoute);

  it('routes each host of its Gateway to a Service of the engine at the correct port', () => {
    const gateway = ofKind(withGateway, 'Gateway')[0]!;
    const { listeners } = gateway.spec as unknown as Gateway;
    const led = routes.map(({ parentRefs, hostnames }) => ({
      name: parentRefs[0]!.sectionName,
      hostname: hostnames[0]!,
    }));
    expect(led).toEqual(listeners.map(({ name, hostname }) => ({ name, hostname })));
    for (const { parentRefs, rules } of routes) {
      expect(parentRefs.map(({ name }) => name)).toEqual([gateway.metadata.name]);
      for (const { backendRefs } of rules)
        for (const { name, port } of backendRefs)
          expect((find(engine, 'Service', name) as { ports: object[] }).ports).toContainEqual(
            expect.objectContaining({ port }),
          );
    }
    expect(routes.flatMap(({ rules }) => rules.flatMap(({ backendRefs }) => backendRefs)).length).toBe(2);
  });
});
