import { describe, expect, it } from 'vitest';
import { buildAddress, MACHINES } from '../../../../ops/lab/cluster/machines.ts';
import { listMissingPackages } from '../../../../ops/lab/cluster/packages/read-simulation.ts';
import { buildBalancerSettings } from '../../../../ops/lab/cluster/servers/balancer-settings.ts';
import { chooseEtcdApi } from '../../../../ops/lab/cluster/servers/etcd-api.ts';
import { buildPatroniSettings } from '../../../../ops/lab/cluster/servers/patroni-settings.ts';
import {
  buildRedisSettings,
  buildSentinelSettings,
} from '../../../../ops/lab/cluster/servers/redis-settings.ts';
import { findChanges } from '../../../../ops/lab/cluster/watching/find-changes.ts';

describe('the machines of a cluster', () => {
  it('have distinct addresses in one network', () => {
    const addresses = MACHINES.map((machine) => buildAddress('10.213.7', machine));
    expect(new Set(addresses).size).toBe(MACHINES.length);
    expect(addresses.filter((address) => !/^10\.213\.7\.\d{1,3}$/.test(address))).toEqual([]);
  });
});

describe('the list of packages that apt would install', () => {
  it('is read with versions from the simulation of apt, for new and for upgraded packages', () => {
    const simulation = [
      'Inst patroni (3.0.2-1 Debian:12.15/oldstable [all])',
      'Inst libpq5 [15.18-0+deb12u1] (15.20-0+deb12u1 Debian-Security:12/oldstable-security [amd64])',
      'Inst libpq-dev [15.18-0+deb12u1] (15.20-0+deb12u1 Debian-Security:12/oldstable-security [amd64]) []',
      'Conf patroni (3.0.2-1 Debian:12.15/oldstable [all])',
    ].join('\n');
    expect(listMissingPackages(simulation)).toEqual([
      'patroni=3.0.2-1',
      'libpq5=15.20-0+deb12u1',
      'libpq-dev=15.20-0+deb12u1',
    ]);
  });
});

type Patroni = {
  bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean } };
};

describe('the settings of the servers', () => {
  it('of Patroni keep acknowledged data on two servers, and have consistent timeouts', () => {
    const settings = JSON.parse(
      buildPatroniSettings({
        machine: 'postgres1',
        address: '10.0.0.1',
        quorum: ['10.0.0.3', '10.0.0.4', '10.0.0.5'],
        etcdApi: 'etcd3',
        network: '10.0.0.0/24',
        home: '/data',
        postgresBin: '/usr/lib/postgresql/15/bin',
        passwords: { superuser: 'one', replication: 'two' },
      }),
    ) as Patroni;
    const {
      ttl,
      loop_wait: wait,
      retry_timeout: retry,
      synchronous_mode: isSynchronous,
    } = settings.bootstrap.dcs;
    expect(isSynchronous).toBe(true);
    expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
  });

  it('use version 2 of the etcd API for a Patroni that overwrites the leader with version 3, since version 2 compares first', () => {
    const versions = ['2.1.7', '3.0.2', '3.0.4', '3.1.0', '3.3.2', '4.0.5'];
    expect(versions.map((version) => chooseEtcdApi(`patroni ${version}`))).toEqual([
      'etcd',
      'etcd',
      'etcd',
      'etcd3',
      'etcd3',
      'etcd3',
    ]);
  });

  it('of a replica name its master, and those of the first master name none', () => {
    const common = { address: '10.0.0.2', home: '/data', password: 'secret' };
    expect(buildRedisSettings({ ...common, master: '10.0.0.1' })).toContain('\nreplicaof 10.0.0.1 6379\n');
    expect(buildRedisSettings({ ...common, master: undefined })).not.toContain('replicaof');
    expect(buildSentinelSettings({ ...common, master: '10.0.0.1' })).toContain(
      'sentinel monitor engine 10.0.0.1 6379 2',
    );
  });

  it('of the load balancer detect a draining ingress before it stops listening, and answer with Retry-After if none is ready', () => {
    const ingresses = ['one', 'two'].map((name, index) => ({ name, address: `10.0.0.${index + 2}` }));
    const settings = buildBalancerSettings({ address: '10.0.0.1', ingresses });
    const [, every, fall] = /inter (\d+)ms fall (\d+)/.exec(settings) ?? [];
    // src/api/drain-connections.ts keeps answering for two seconds.
    expect(Number(every) * Number(fall)).toBeLessThan(2000);
    expect(settings).toContain('hdr Retry-After 1');
    expect(settings.match(/^ {2}server /gm)).toHaveLength(2);
  });
});

describe('changes of roles', () => {
  it('are reported with the previous role, and unchanged roles are not reported', () => {
    const before = new Map([
      ['postgres1', 'primary'],
      ['postgres2', 'standby'],
    ]);
    const now = new Map([
      ['postgres1', 'primary'],
      ['postgres2', 'gone'],
      ['redis1', 'master'],
    ]);
    expect(findChanges(before, now)).toEqual(['postgres2: gone (was: standby)', 'redis1: master']);
  });
});
