import type { Pool, PoolClient } from 'pg';

/*
 * Per-organization concurrency of a pool that serves many organizations. Without this limit, an
 * organization with many slow reads would take every connection, and the others would wait until
 * they time out.
 */

export type OrganizationConnections = {
  /** Runs work of an organization when it has a permit for one of its connections. */
  readonly withPermit: <T>(organizationId: number, work: () => Promise<T>) => Promise<T>;
  /** The time in milliseconds after which PostgreSQL ends a read. */
  readonly longestReadMs: number;
};

const shares = new WeakMap<Pool | PoolClient, OrganizationConnections>();

/**
 * Limits the connections of this pool per organization. A process that serves no organizations'
 * requests sets no limit.
 */
export function limitOrganizationConnections(pool: Pool, share: OrganizationConnections): void {
  shares.set(pool, share);
}

/**
 * Returns the limits of a pool; null if it has none, or if `connection` was already taken from its
 * pool.
 */
export function findOrganizationConnections(connection: Pool | PoolClient): OrganizationConnections | null {
  return shares.get(connection) ?? null;
}

/**
 * Runs work that takes one connection of the pool for an organization, within its limit. The work
 * must not request another connection in the same way, because it would wait for itself.
 * @throws the error of `withPermit` if no permit became free in time, or the error of `work`.
 */
export function withOrganizationConnection<T>(
  pool: Pool,
  organizationId: number,
  work: () => Promise<T>,
): Promise<T> {
  const share = findOrganizationConnections(pool);
  return share === null ? work() : share.withPermit(organizationId, work);
}
