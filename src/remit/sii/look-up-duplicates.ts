import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { type ConsultedEntry, SII_READINGS } from '../../domain/sii/messages/answers.ts';
import { buildConsulta } from '../../domain/sii/messages/build-consulta.ts';
import type { Holder } from '../../domain/sii/messages/build-message.ts';
import type { SentEntry } from './claim-message.ts';
import { isOwnReference } from '../../domain/sii/external-reference.ts';
import type { SettledLine } from './judge-message.ts';

/** AEAT 3000: an entry with this issuer, number and date exists. */
const DUPLICATE = 3000;
/** Up to this many entries of a period are asked for one by one; more by the pages of the period. */
const MOST_SINGLE = 20;

/**
 * Asks AEAT's book about entries that AEAT has already (3000): mostly the answer to the same bytes
 * was lost. The book also has the CSV that the answer contained.
 * @param mayGoOn whether there is time for another query.
 * @returns how AEAT has each of them; one that the book did not show is unsettled.
 */
export async function lookUpDuplicates(
  client: Pick<AeatClient, 'send'>,
  issuer: Holder,
  duplicates: readonly SentEntry[],
  mayGoOn: () => boolean,
): Promise<SettledLine[]> {
  const found = new Map<string, ConsultedEntry | null>();
  const ask = async (query: Omit<Parameters<typeof buildConsulta>[0], 'issuer'>) => {
    if (!mayGoOn()) return null;
    const message = Buffer.from(buildConsulta({ issuer, ...query }), 'utf8');
    const outcome = await client.send(message, SII_READINGS.consulta);
    return outcome.kind === 'answered' && outcome.answer.isWhole ? outcome.answer : null;
  };
  for (const group of Map.groupBy(
    duplicates,
    ({ fiscalYear, period }) => `${fiscalYear} ${period}`,
  ).values()) {
    const { fiscalYear, period } = group[0]!;
    if (group.length <= MOST_SINGLE) {
      for (const { number, issueDate } of group) {
        const answer = await ask({ fiscalYear, period, number, issueDate });
        if (answer === null) continue;
        const entry = answer.entries.find((each) => each.number === number && each.issueDate === issueDate);
        found.set(keyOf({ number, issueDate }), entry ?? null);
      }
      continue;
    }
    const wanted = new Set(group.map(keyOf));
    let answer = await ask({ fiscalYear, period });
    while (answer !== null) {
      for (const entry of answer.entries) if (wanted.has(keyOf(entry))) found.set(keyOf(entry), entry);
      if (answer.nextPage === null || group.every((each) => found.has(keyOf(each)))) break;
      answer = await ask({ fiscalYear, period, page: answer.nextPage });
    }
  }
  return duplicates.map((entry) => settleDuplicate(entry, found.get(keyOf(entry)) ?? null));
}

const keyOf = ({ number, issueDate }: Pick<SentEntry, 'number' | 'issueDate'>): string =>
  `${issueDate} ${number}`;

/** Determines how AEAT has an entry from what its book shows; null if it did not show it. */
function settleDuplicate({ invoiceId }: SentEntry, consulted: ConsultedEntry | null): SettledLine {
  if (consulted === null) return { invoiceId, state: 'unsettled', code: null, message: null, csv: null };
  const { externalReference, state, code, text, csv } = consulted;
  if (!isOwnReference(externalReference, invoiceId))
    return {
      invoiceId,
      state: 'rejected',
      code: DUPLICATE,
      message: `AEAT has an entry of another system with this number and date (RefExterna ${externalReference ?? 'none'}): the number was used twice`,
      csv: null,
    };
  if (state === 'annulled')
    return {
      invoiceId,
      state: 'rejected',
      code: DUPLICATE,
      message: 'AEAT has the entry as withdrawn and takes no other one with its number and date',
      csv,
    };
  return { invoiceId, state, code, message: text, csv };
}
