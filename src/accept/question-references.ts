import { numberKeyOf, readIdentity, writeIdentity } from '../domain/invoice/invoice-identity.ts';
import type { NumberedOriginal } from '../domain/invoice/originals.ts';
import { warnOfOtherDate, warnOfSecondSubstitution } from '../domain/invoice/stored-warnings.ts';
import type { Warning } from '../domain/reading/findings.ts';
import {
  type Ask,
  findIssuedNumbers,
  findRectified,
  findSubstitutions,
} from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import { indexOfSibling } from './judge-batch.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/* The warnings about the invoices that the invoices of a batch name. */

/**
 * Warns of a second rectification by substitution of one invoice, issued or in this batch.
 * @param examined its rectifications are those of `matchRectifications`.
 */
export async function warnOfSubstitutions(
  ask: Ask,
  organizationId: number,
  { rectifications, identities, failures }: ExaminedBody,
): Promise<Map<number, Warning>> {
  const right = [...rectifications].filter(
    ([index, { isSubstitution }]) => isSubstitution && !failures.has(index),
  );
  const ids = new Set(right.flatMap(([, { originals }]) => originals.map(({ id }) => id)));
  const found = await findRectified(
    ask,
    organizationId,
    [...ids].filter((id) => id > 0),
  );
  const originalsOf = right.map(([index, { originals, numbered }]) => {
    const issued = originals.flatMap((named) => {
      const stored = found.get(named.id);
      const identity = named.id < 0 ? identities[indexOfSibling(named.id)] : stored && writeIdentity(stored);
      return identity ? [{ named, identity }] : [];
    });
    const others = numbered.map((named) => ({ named, identity: writeIdentity(named.identity) }));
    return { index, originals: [...issued, ...others] };
  });
  const asked = new Set(originalsOf.flatMap(({ originals }) => originals.map(({ identity }) => identity)));
  const substituted = await findSubstitutions(ask, organizationId, [...asked].map(readIdentity));
  const firsts = new Map<string, () => Text>(
    [...substituted].map(([identity, id]) => [identity, () => formatMessage('issued_invoice', { id })]),
  );
  const warnings = new Map<number, Warning>();
  for (const { index, originals } of originalsOf)
    for (const { named, identity } of originals) {
      const first = firsts.get(identity);
      if (first === undefined) firsts.set(identity, () => formatMessage('invoice_of_batch', { index }));
      else if (!warnings.has(index)) warnings.set(index, warnOfSecondSubstitution(named, first()));
    }
  return warnings;
}

/**
 * Warns of invoices that are named with a number that the issuer has used in the same calendar year
 * with another date, in an issued invoice or in this batch.
 * @param examined its rectifications are those of `matchRectifications`, whose `numbered` are not
 *   issued here.
 */
export async function warnOfOtherDates(
  ask: Ask,
  organizationId: number,
  { rectifications, identities, failures }: ExaminedBody,
): Promise<Map<number, Warning>> {
  const named = [...rectifications].flatMap(([index, { issuerNif, numbered }]) => {
    const own = numbered.filter(({ identity }) => identity.issuerNif === issuerNif);
    return failures.has(index) ? [] : own.map((each) => ({ index, named: each }));
  });
  if (named.length === 0) return new Map();
  const owners = await findIssuedNumbers(
    ask,
    organizationId,
    named.map((each) => each.named.identity),
  );
  const siblings = new Map<string, number>();
  for (const [index, identity] of identities.entries())
    if (identity !== null && !failures.has(index)) siblings.set(numberKeyOf(identity), index);
  const findOwner = (place: number, { identity }: NumberedOriginal): Text | null => {
    const owner = owners.get(place);
    if (owner !== undefined)
      return formatMessage('issued_invoice_of', { id: owner.id, date: owner.issueDate });
    const index = siblings.get(numberKeyOf(writeIdentity(identity)));
    if (index === undefined) return null;
    return formatMessage('invoice_of_batch_of', { index, date: readIdentity(identities[index]!).issueDate });
  };
  const warnings = new Map<number, Warning>();
  for (const [place, { index, named: each }] of named.entries()) {
    const owner = findOwner(place, each);
    if (owner !== null && !warnings.has(index)) warnings.set(index, warnOfOtherDate(each, owner));
  }
  return warnings;
}
