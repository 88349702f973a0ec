import { CONNECTION_LIMITS } from '../limits.ts';
import { findDispensable, isIdle, type Use } from './connection-use.ts';

/** The limit that leaves no room: that of the client, or that of all connections. */
export type NoRoom = 'client' | 'all';

/** The connections of a server, in the order of their last use. */
export type ConnectionList = {
  /**
   * Makes room for one more connection if necessary.
   * @returns the limit that leaves no room; null if there is room.
   */
  findNoRoom(network: string | null): NoRoom | null;
  add(use: Use): void;
  /** Removes a connection. Further calls do nothing. */
  remove(use: Use): void;
  /** Records that the connection is idle now. */
  rest(use: Use): void;
  /**
   * Records that the connection has authenticated.
   * @returns false if the share of its owner leaves no room.
   */
  know(use: Use, owner: string | null): boolean;
};

/**
 * Creates the list of at most `most` connections. A stranger is a connection that never
 * authenticated; a known connection has. If a client has no room left, one of its strangers is
 * closed: the one that has been idle the longest, or else one that waits for its client. If the
 * server has no room left, these are closed in order: a stranger; an idle known connection, because
 * many addresses with one key could otherwise block the server; and a connection of the owner with
 * the most connections that waits for its client. The connections of proxies count only towards the
 * total.
 */
export function createConnectionList(most: number): ConnectionList {
  const mostOfClient = Math.max(1, Math.floor(most * CONNECTION_LIMITS.clientShare));
  const mostOfOwner = Math.max(1, Math.floor(most * CONNECTION_LIMITS.organizationShare));
  const all = new Set<Use>();
  const strangers = new Set<Use>();
  const known = new Set<Use>();
  const networks = new Map<string, Set<Use>>();
  const owners = new Map<string, Set<Use>>();

  function remove(use: Use): void {
    all.delete(use);
    strangers.delete(use);
    known.delete(use);
    takeOut(networks, use.network, use);
    takeOut(owners, use.owner, use);
  }

  /** @returns whether there is room for one more connection now. */
  function close(use: Use | null): boolean {
    if (use === null) return false;
    remove(use);
    use.socket.destroy();
    return true;
  }

  function findIdle(): Use | null {
    for (const use of known) if (isIdle(use)) return use;
    return null;
  }

  function findOfLargest(): Use | null {
    let largest = new Set<Use>();
    for (const own of owners.values()) if (own.size > largest.size) largest = own;
    return findDispensable(largest);
  }

  return {
    findNoRoom(network) {
      const own = network === null ? undefined : networks.get(network);
      if (own && own.size >= mostOfClient) {
        const ofStrangers = findDispensable([...own].filter((use) => !use.isKnown));
        if (!close(ofStrangers)) return 'client';
      }
      if (all.size < most) return null;
      const found = findDispensable(strangers) ?? findIdle() ?? findOfLargest() ?? findDispensable(known);
      return close(found) ? null : 'all';
    },
    add(use) {
      all.add(use);
      if (use.network === null) return;
      strangers.add(use);
      putIn(networks, use.network, use);
    },
    remove,
    rest(use) {
      for (const uses of [strangers, known, networks.get(use.network ?? ''), owners.get(use.owner ?? '')]) {
        if (uses?.delete(use)) uses.add(use);
      }
    },
    know(use, owner) {
      if (use.network === null || !all.has(use) || (use.isKnown && use.owner === owner)) return true;
      const own = owner === null ? undefined : owners.get(owner);
      if (own && own.size >= mostOfOwner && !close(findDispensable(own))) return false;
      takeOut(owners, use.owner, use);
      strangers.delete(use);
      known.add(use);
      use.isKnown = true;
      use.owner = owner;
      if (owner !== null) putIn(owners, owner, use);
      return true;
    },
  };
}

function putIn(groups: Map<string, Set<Use>>, name: string, use: Use): void {
  groups.set(name, (groups.get(name) ?? new Set()).add(use));
}

function takeOut(groups: Map<string, Set<Use>>, name: string | null, use: Use): void {
  if (name === null) return;
  const group = groups.get(name);
  group?.delete(use);
  if (group?.size === 0) groups.delete(name);
}
