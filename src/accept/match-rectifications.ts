import { listNumbered, matchIssued } from '../domain/invoice/originals.ts';
import { type Ask, findIssuedIds } from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import { siblingIdOf } from './judge-batch.ts';

/**
 * Finds the issued invoices that the invoices of a batch name by number.
 * @returns their ids, as in `matchIssued`.
 */
export function findNamedIds(
  ask: Ask,
  organizationId: number,
  { rectifications }: ExaminedBody,
): Promise<Map<string, number>> {
  return findIssuedIds(ask, organizationId, listNumbered(rectifications.values()));
}

/**
 * Treats the invoices that the invoices of a batch rectify or replace, and name by number, as named
 * by their ids, if they are issued here or stand in the same batch (`siblingIdOf`). Issuing does
 * the same under the locks of the chains.
 * @param issued as `findNamedIds` returns it.
 */
export function matchRectifications(
  examined: ExaminedBody,
  issued: ReadonlyMap<string, number>,
): ExaminedBody {
  const { rectifications, identities, failures } = examined;
  if (rectifications.size === 0) return examined;
  const ids = new Map<string, number>();
  for (const [index, identity] of identities.entries())
    if (identity !== null && !failures.has(index)) ids.set(identity, siblingIdOf(index));
  for (const [identity, id] of issued) ids.set(identity, id);
  const matched = [...rectifications].map(([index, own]) => {
    const named = matchIssued(own, own.issuerNif, ids);
    return [index, { ...own, ...named, hasOtherOriginals: named.numbered.length > 0 }] as const;
  });
  return { ...examined, rectifications: new Map(matched) };
}
