import { LRUCache } from 'lru-cache';
import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import { warnOfSharedIssuer } from '../domain/invoice/stored-warnings.ts';
import { refuseIssuer } from '../domain/invoice/read-issuer-and-number.ts';
import type { Finding, Warning } from '../domain/reading/findings.ts';
import type { Connection } from '../platform/postgres/database.ts';
import type { ExaminedInvoices } from './examine-invoices.ts';
import { findIssuersOfOthers } from './statements/issuer-profiles.ts';

/**
 * How other organizations stand to an issuer. `bound`: an operator bound another organization to
 * it, and not this one. `shared`: another one issues for it, and no operator has decided. `own`:
 * neither.
 */
type Standing = 'bound' | 'shared' | 'own';

/** Tells how the other organizations of the installation stand to issuers. */
export type IssuersOfOthers = {
  /** @param nifs normalised NIFs of issuers that the organization names. */
  find(organizationId: number, nifs: readonly string[]): Promise<ReadonlyMap<string, Standing>>;
};

type Remembered = { readonly standing: Standing; readonly at: number };

/** A new binding applies after at most this time, as it does for open sessions. */
const REMEMBERED_MS = 2000;
const MOST_REMEMBERED = 20_000;

/**
 * Creates the look-up of a process, which remembers each issuer for two seconds: a client that
 * creates hundreds of small batches a second asks the database once.
 */
export function createIssuersOfOthers(connection: Connection, now: () => Date): IssuersOfOthers {
  const remembered = new LRUCache<string, Remembered>({ max: MOST_REMEMBERED });
  const recall = (key: string, at: number): Standing | null => {
    const known = remembered.get(key);
    // The lower bound prevents an entry from lasting longer after the clock was set back.
    return known !== undefined && at >= known.at && at < known.at + REMEMBERED_MS ? known.standing : null;
  };
  return {
    async find(organizationId, nifs) {
      const at = now().getTime();
      const standings = new Map<string, Standing>();
      const unknown: string[] = [];
      for (const nif of new Set(nifs)) {
        const standing = recall(`${organizationId} ${nif}`, at);
        if (standing === null) unknown.push(nif);
        else standings.set(nif, standing);
      }
      if (unknown.length === 0) return standings;
      const found = await findIssuersOfOthers(connection, organizationId, unknown);
      for (const nif of unknown) {
        const isBound = found.get(nif);
        const standing = isBound === undefined ? 'own' : isBound ? 'bound' : 'shared';
        remembered.set(`${organizationId} ${nif}`, { standing, at });
        standings.set(nif, standing);
      }
      return standings;
    },
  };
}

/**
 * Fails the invoices of issuers that belong to other organizations, and warns of issuers that
 * another organization uses as well (ops/adr/0066).
 * @returns the examined invoices with the added failures and warnings.
 */
export async function refuseIssuersOfOthers<T extends ExaminedInvoices>(
  others: IssuersOfOthers,
  organizationId: number,
  examined: T,
): Promise<T> {
  const issuers = examined.identities.map((identity) => identity && readIdentity(identity).issuerNif);
  const standings = await others.find(
    organizationId,
    issuers.filter((nif) => nif !== null),
  );
  if ([...standings.values()].every((standing) => standing === 'own')) return examined;
  const failures = new Map<number, readonly Finding[]>(examined.failures);
  const warnings = new Map<number, readonly Warning[]>(examined.warnings);
  for (const [index, nif] of issuers.entries()) {
    if (nif === null || failures.has(index)) continue;
    const standing = standings.get(nif);
    if (standing === 'bound') failures.set(index, [refuseIssuer(nif)]);
    if (standing === 'shared') warnings.set(index, [...(warnings.get(index) ?? []), warnOfSharedIssuer(nif)]);
  }
  return { ...examined, failures, warnings };
}
