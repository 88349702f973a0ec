import { isSameName } from '../domain/invoice/is-same-name.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { findPersonNames, type KnownName } from './statements/person-names.ts';
import { buildFinding, type Finding } from '../domain/reading/findings.ts';
import type { ExaminedInvoices } from './examine-invoices.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/** AEAT error code 1110: the person has another name in the census. */
const NOT_IN_CENSUS = 1110;

/**
 * Fails the invoices whose issuer is a natural person under an unexpected name (ops/adr/0021): AEAT
 * refuses a person's records if the name differs from its census. The expected name is the one that
 * an operator set or that AEAT accepted last; without either, it is the one in the batch's first
 * invoice of that person. Runs one query for a batch with such issuers, and none otherwise.
 * @returns the examined invoices with the added failures.
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
    const stored = known.get(nif);
    const own = stored?.name ?? first.get(nif);
    if (own === undefined) first.set(nif, name);
    if (own === undefined || isSameName(own, name)) continue;
    const says = describeWanted(own, nif, stored);
    refused.set(index, [buildFinding('issuer_name', 'invalid', says, NOT_IN_CENSUS)]);
  }
  return refused.size === 0 ? examined : { ...examined, failures: new Map([...failures, ...refused]) };
}

/**
 * Describes the expected name and its source.
 * @param stored undefined if the name comes from an earlier invoice of the batch.
 */
function describeWanted(name: string, nif: string, stored: KnownName | undefined): Text {
  if (stored === undefined) return formatMessage('name_of_earlier_invoice', { name, nif });
  const source = stored.isSet ? formatMessage('set_by_operator') : formatMessage('of_last_accepted_record');
  return formatMessage('name_on_record', { name, nif, source });
}
