/**
 * The machines of the cluster, as an operator would have them. A machine is a network namespace
 * with its own address. Where namespaces cannot be created, it is a loopback address.
 */
export const MACHINES = [
  'front',
  'ingress1',
  'ingress2',
  'batches',
  'remission',
  'pdfs',
  'webhooks',
  'dashboard',
  'postgres1',
  'postgres2',
  'redis1',
  'redis2',
  'quorum1',
  'quorum2',
  'quorum3',
  'aeat',
] as const;
export type MachineName = (typeof MACHINES)[number];

/** The machines, by purpose. */
export const POSTGRES = ['postgres1', 'postgres2'] as const;
export const REDIS = ['redis1', 'redis2'] as const;
/**
 * An odd number of machines forms the quorum: of etcd for PostgreSQL, and of Sentinel for Redis.
 */
export const QUORUM = ['quorum1', 'quorum2', 'quorum3'] as const;
export const INGRESS = ['ingress1', 'ingress2'] as const;
export const WORKERS = ['batches', 'remission', 'pdfs', 'webhooks'] as const;

/** The last number of the first machine's address; 1 is the host itself. */
const FIRST = 11;

/** @param net the first three numbers of the addresses, such as `10.213.7`. */
export function buildAddress(net: string, machine: MachineName): string {
  return `${net}.${FIRST + MACHINES.indexOf(machine)}`;
}
