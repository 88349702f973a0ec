import type { EtcdApi } from './etcd-api.ts';

/**
 * The times that determine how long a failover takes, in seconds. `ttl` must be at least
 * `loop_wait` plus twice `retry_timeout`.
 */
const PATRONI_TIMES = { ttl: 20, loop_wait: 4, retry_timeout: 4 } as const;

export const ETCD_PORT = 2379;
export const ETCD_PEER_PORT = 2380;
export const POSTGRES_PORT = 5432;
/** The port of Patroni's REST API. `GET /primary` returns 200 only on the primary. */
export const PATRONI_PORT = 8008;

export type PatroniInput = {
  readonly machine: string;
  readonly address: string;
  /** The addresses of the machines that run etcd. */
  readonly quorum: readonly string[];
  readonly etcdApi: EtcdApi;
  /** The network that contains all machines. */
  readonly network: string;
  readonly home: string;
  readonly postgresBin: string;
  readonly passwords: { readonly superuser: string; readonly replication: string };
};

/**
 * Builds the settings of Patroni on one machine, as JSON, which is valid YAML. Replication is
 * synchronous: acknowledged commits are on both servers, and only a server that has all of them is
 * promoted. If no standby is left, the primary continues alone until there is one.
 */
export function buildPatroniSettings(input: PatroniInput): string {
  const { machine, address, quorum, etcdApi, network, home, postgresBin, passwords } = input;
  const settings = {
    scope: 'engine',
    name: machine,
    restapi: {
      listen: `${address}:${PATRONI_PORT}`,
      connect_address: `${address}:${PATRONI_PORT}`,
    },
    [etcdApi]: { hosts: quorum.map((host) => `${host}:${ETCD_PORT}`) },
    bootstrap: {
      dcs: {
        ...PATRONI_TIMES,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // A PostgreSQL that was killed gets this long to restart in place before the other server
        // takes over.
        primary_start_timeout: 15,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${POSTGRES_PORT}`,
      connect_address: `${address}:${POSTGRES_PORT}`,
      data_dir: `${home}/data`,
      bin_dir: postgresBin,
      pgpass: `${home}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
        rewind: { username: 'postgres', password: passwords.superuser },
      },
      parameters: { unix_socket_directories: home, password_encryption: 'scram-sha-256' },
      pg_hba: [
        'local all all scram-sha-256',
        `host all all ${network} scram-sha-256`,
        `host replication replicator ${network} scram-sha-256`,
      ],
      remove_data_directory_on_diverged_timelines: true,
    },
    // The kernel's watchdog resets a machine whose Patroni hangs. It is meant for real machines, so
    // it is off here.
    watchdog: { mode: 'off' },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

const PARAMETERS = {
  max_connections: 200,
  shared_buffers: '128MB',
  jit: 'off',
  // Dynamic shared memory is kept as files in the data directory, so that a killed server leaves
  // none behind.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
  wal_log_hints: 'on',
  wal_keep_size: '512MB',
  // A standby that the network cut off is dropped after this time. Commits that wait for it
  // continue once Patroni has noticed that.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '10s',
};
