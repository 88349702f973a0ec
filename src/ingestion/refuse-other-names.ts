import { isSameName } from '../domain/invoice/is-same-name.ts';
import type { Connection } from '../persistence/connection/database.ts';
import { findPersonNames } from '../persistence/accepting/person-names.ts';
import { buildFinding, type Finding } from '../domain/reading/findings.ts';
import type { ExaminedInvoices } from './examine-invoices.ts';

/** AEAT knows the person by another name. */
const NOT_IN_CENSUS = 1110;

/**
 * Fails the invoices of natural persons that name them otherwise than an operator set it or AEAT accepted it last, else than the first invoice of the batch does (ops/adr/0033): AEAT refuses a person's records under a
 * name that is not its census's. One look-up for a batch with such issuers, none for others.
 */
export async function refuseOtherNames<T extends ExaminedInvoices>(
  connection: Connection,
  organizationId: number,
  examined: T,
): Promise<T> {
  const { persons, failures } = examined;
  if (persons.size === 0) return examined;
  const nifs = [...new Set([...persons.values()].map(({ nif }) => nif))];
  const known = await findPersonNames(connection, organizationId, nifs);
  const refused = new Map<number, readonly Finding[]>();
  const first = new Map<string, string>();
  for (const [index, { nif, name }] of persons) {
    if (failures.has(index)) continue;
    const own = known.get(nif) ?? first.get(nif);
    if (own === undefined) first.set(nif, name);
    if (own === undefined || isSameName(own, name)) continue;
    const source = known.has(nif) ? 'the name on record for' : 'as an earlier invoice of this batch names';
    const says = `must be ${own}, ${source} the person with NIF ${nif}`;
    refused.set(index, [buildFinding('issuer_name', 'invalid', says, NOT_IN_CENSUS)]);
  }
  return refused.size === 0 ? examined : { ...examined, failures: new Map([...failures, ...refused]) };
}
