import type { CorrectionErrorName } from '../../contracts/api-error-catalogue.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { EntryRefusal, RefusalReason } from './decide-correction.ts';

/** The code of the error that the API answers for each reason. */
const CODES = {
  entry_not_answered: 'not_answered_yet',
  entry_accepted: 'nothing_to_correct',
  entry_withdrawn: 'already_annulled',
  withdrawal_refused: 'annulment_refused',
  number_of_another_entry: 'register_unclear',
} as const satisfies Readonly<Record<RefusalReason, CorrectionErrorName>>;

/** Describes why an entry in SII cannot be corrected as ordered, and what to do instead. */
export function describeEntryObstacle({ reason }: EntryRefusal) {
  return { code: CODES[reason], why: formatMessage(reason) };
}
