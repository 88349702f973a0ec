import type {
  ShownSpfeState,
  SpfeMessageState,
  SpfeMissingFact,
  SpfeState,
  SpfeToldState,
} from '../contracts/spfe.ts';
import type { MessageLanguage } from '../contracts/messages/texts.ts';
import type { SpfeDeliveryView } from '../contracts/v2/spfe.ts';
import type { StoredMessage } from './delivery-rows.ts';
import type { GetDeliveryRow } from './spfe.sql.ts';

/** What decides how a delivery is shown beside its rows. */
export type ShowingOf = {
  /** Whether the engine has a connection to the SPFE. Without one nothing waits for its turn. */
  readonly hasTransport: boolean;
  readonly isPdfRequired: boolean;
  readonly language: MessageLanguage;
};

/** Shows the state of a delivery: what nobody sends does not wait for its turn. */
export function showState(state: SpfeState, hasTransport: boolean): ShownSpfeState {
  return state === 'pending' && !hasTransport ? 'waiting_transport' : state;
}

/** Returns the stored state that is shown as a word; null if none is. */
export function findStored(shown: ShownSpfeState, hasTransport: boolean): SpfeState | null {
  if (shown === 'waiting_transport') return hasTransport ? null : 'pending';
  return shown === 'pending' && !hasTransport ? null : shown;
}

/** Shows a delivery as answers of version 2 have it. */
export function viewDelivery(
  row: GetDeliveryRow,
  { hasTransport, isPdfRequired, language }: ShowingOf,
): SpfeDeliveryView {
  const { messages, payment, rejection, state } = row;
  const settlement = findTold(messages, 'SETTLEMENT', hasTransport);
  const reported = findTold(messages, 'DEFAULT', hasTransport);
  const isThere = state === 'admitted' || state === 'withdrawing';
  return {
    state: showState(state, hasTransport),
    reason: row.reason,
    missing: (row.missing ?? []) as SpfeMissingFact[],
    rule: row.rule,
    rule_message: row.rule === null ? null : language === 'es' ? (row.messageEs ?? row.message) : row.message,
    channel: row.channel,
    is_copy: row.channel === 'copy',
    unique_code: { issuer_nif: row.issuerNif, number: row.number, issue_date: row.issueDate },
    due_by: row.dueBy,
    csv: row.csv,
    localizador: row.localizador,
    error:
      row.code !== null && (state === 'rejected' || state === 'conflict')
        ? { code: row.code, message: row.message }
        : null,
    remains_after_annulment: row.isAnnulled && isThere,
    settlement: settlement && {
      state: settlement.state,
      collected_on: settlement.told.effective_on!,
      due_on: settlement.told.due_on,
      goods_received_on: settlement.told.goods_received_on,
      invoice_received_on: settlement.told.invoice_received_on,
      financed: settlement.told.financed,
    },
    default: reported && {
      state: reported.state,
      due_on: reported.told.effective_on!,
      goods_received_on: reported.told.goods_received_on,
      invoice_received_on: reported.told.invoice_received_on,
    },
    recipient: {
      paid_on: payment?.effective_on ?? null,
      due_on: payment?.due_on ?? null,
      rejected_on: rejection?.effective_on ?? null,
      condition: rejection?.condition ?? null,
      presumed_accepted: state === 'admitted' && rejection === null && !row.isRectified,
    },
    facts: [...row.facts],
    versions: [...row.versions],
    messages: messages.map((message) => ({
      ...message,
      state: message.state === 'superseded' ? 'superseded' : showTold(message.state, hasTransport),
    })),
    pdf_companion_required: isPdfRequired,
  };
}

function showTold(
  state: Exclude<SpfeMessageState, 'superseded'>,
  hasTransport: boolean,
): Exclude<SpfeToldState, 'cancelling'> {
  if (state !== 'pending') return state;
  return hasTransport ? 'waiting' : 'waiting_transport';
}

/**
 * Finds the last message of a kind that stands, with its state; null if there is none. What was told of
 * a document that AEAT withdrew ended with it.
 */
function findTold(
  messages: readonly StoredMessage[],
  kind: 'SETTLEMENT' | 'DEFAULT',
  hasTransport: boolean,
): { readonly told: StoredMessage; readonly state: SpfeToldState } | null {
  const withdrawn = messages.findLastIndex(
    (message) => message.kind === 'CANCELINVOICE' && message.state === 'accepted',
  );
  const told = messages
    .slice(withdrawn + 1)
    .findLast((message) => message.kind === kind && message.state !== 'superseded');
  if (told === undefined || told.state === 'superseded') return null;
  const cancels = messages.filter(({ cancels: id }) => id === told.id);
  if (cancels.some(({ state }) => state === 'accepted')) return null;
  const isCancelling = cancels.some(({ state }) => state !== 'rejected' && state !== 'superseded');
  return { told, state: isCancelling ? 'cancelling' : showTold(told.state, hasTransport) };
}
