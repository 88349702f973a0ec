/**
 * The machines of the cluster, as an operator would have them. A machine is a network namespace with an address of its own, or, where
 * namespaces cannot be made, an address of loopback.
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

/** Machines by what they are for. */
export const POSTGRES = ['postgres1', 'postgres2'] as const;
export const REDIS = ['redis1', 'redis2'] as const;
/** An odd number of them decides: etcd about PostgreSQL, Sentinel about Redis. */
export const QUORUM = ['quorum1', 'quorum2', 'quorum3'] as const;
export const INGRESS = ['ingress1', 'ingress2'] as const;
export const WORKERS = ['batches', 'remission', 'pdfs', 'webhooks'] as const;

/** The first machine's number; 1 is this machine's own. */
const FIRST = 11;

/** @param net the first three numbers, such as `10.213.7`. */
export function buildAddress(net: string, machine: MachineName): string {
  return `${net}.${FIRST + MACHINES.indexOf(machine)}`;
}
