import type { Pool, PoolClient } from 'pg';

/*
 * What one organization may have of a pool that serves many. Without it, an organization with many slow reads takes every connection, and the others
 * wait until their wait is an error.
 */

export type TenantConnections = {
  /** Does work of an organization when it is its turn to have one of the connections of its share. */
  readonly withPermit: <T>(organizationId: number, work: () => Promise<T>) => Promise<T>;
  /** Milliseconds after which PostgreSQL ends a read. */
  readonly longestReadMs: number;
};

const shares = new WeakMap<Pool | PoolClient, TenantConnections>();

/** Gives every organization a share of the connections of this pool. Statements of a process that serves no organizations' requests have no share. */
export function limitTenantConnections(pool: Pool, share: TenantConnections): void {
  shares.set(pool, share);
}

/** The share of an organization; null where the pool has none, or where a connection was taken from its pool already. */
export function findTenantConnections(connection: Pool | PoolClient): TenantConnections | null {
  return shares.get(connection) ?? null;
}

/**
 * Does work that takes one connection of the pool for an organization, within its share. Such work must not ask for another connection of the share: it
 * would wait for itself.
 * @throws what `withPermit` of the share throws when the turn does not come in time; what `work` throws.
 */
export function withTenantConnection<T>(
  pool: Pool,
  organizationId: number,
  work: () => Promise<T>,
): Promise<T> {
  const share = findTenantConnections(pool);
  return share === null ? work() : share.withPermit(organizationId, work);
}
