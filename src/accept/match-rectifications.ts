import { listNumbered, matchIssued } from '../domain/invoice/originals.ts';
import { type Ask, findIssuedIds } from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';

/**
 * Treats the invoices that the invoices of a batch rectify or replace, and name by number, as named by their ids, if they are issued here.
 * Issuing does the same under the locks of the chains (`holdChains`).
 */
export async function matchRectifications(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
): Promise<ExaminedBody> {
  const { rectifications } = examined;
  const ids = await findIssuedIds(ask, organizationId, listNumbered(rectifications.values()));
  if (ids.size === 0) return examined;
  const matched = [...rectifications].map(([index, own]) => {
    const named = matchIssued(own, own.issuerNif, ids);
    return [index, { ...own, ...named, hasOtherOriginals: named.numbered.length > 0 }] as const;
  });
  return { ...examined, rectifications: new Map(matched) };
}
