import { readIdentity, refuseTakenNumber } from '../domain/invoice/invoice-identity.ts';
import { trackReplacements } from '../domain/invoice/replacements.ts';
import type { Finding } from '../domain/reading/findings.ts';
import {
  type Ask,
  findIssuedNumbers,
  findReplacedByNumber,
  readOriginals,
} from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import { judgeBatch } from './judge-batch.ts';

/**
 * Finds what issuing would refuse in invoices that passed their own rules.
 * @param ids the issued invoices that they name by number.
 */
export async function foreseeRefusals(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
  ids: ReadonlyMap<string, number>,
): Promise<Map<number, Finding[]>> {
  const { identities, rectifications, failures } = examined;
  const right = identities.flatMap((identity, index) =>
    identity === null || failures.has(index) ? [] : [{ index, identity: readIdentity(identity) }],
  );
  const byId = [...rectifications.values()].flatMap(({ originals }) => originals.map(({ id }) => id));
  const { found, leads, replacedBy } = await readOriginals(ask, organizationId, [
    ...new Set([...byId, ...ids.values()]),
  ]);
  const replaceable = [...rectifications.values()].flatMap(({ type, numbered }) =>
    type === 'F3' || type === 'R5' ? numbered.map(({ identity }) => identity) : [],
  );
  const replacedByNumber = await findReplacedByNumber(ask, organizationId, replaceable);
  const taken = await findIssuedNumbers(
    ask,
    organizationId,
    right.map(({ identity }) => identity),
  );
  const refused = new Map(
    [...taken].map(([place, owner]) => {
      const { index, identity } = right[place]!;
      return [index, refuseTakenNumber(owner, identity.issueDate)] as const;
    }),
  );
  return judgeBatch(examined, {
    ids,
    found,
    replacements: trackReplacements(leads, replacedBy, replacedByNumber),
    refuseNumber: (index) => refused.get(index) ?? null,
  });
}

/**
 * Counts invoices that issuing would refuse among those that failed, so that no warning about
 * another one counts them.
 */
export function leaveOut(examined: ExaminedBody, foreseen: ReadonlyMap<number, Finding[]>): ExaminedBody {
  return { ...examined, failures: new Map([...examined.failures, ...foreseen]) };
}
