import {
  CUSTOMER_EVENTS,
  SUPPLIER_EVENTS,
  type EventChange,
  type EventName,
  type RemovalChange,
  type UniqueCode,
} from '../book/change.ts';
import { isReported, keyOf, type SpfeEntry } from '../book/spfe-book.ts';
import { GEN, type GenCode } from '../wire/refusals.ts';
import { textAt } from '../wire/select.ts';
import type { SpfeServiceName } from '../wire/service-actions.ts';
import type { NamedInvoice } from './message.ts';
import { readEvent } from './read-event.ts';
import type { Registration } from './register-documents.ts';
import { demandRefusal, findRepeated, refuse, type Verdict } from './verdict.ts';

type Change = RemovalChange | EventChange;
type Refusal = { readonly refusal: GenCode; readonly detail?: string };

/** The events that each service takes. */
const TAKEN: Readonly<Partial<Record<SpfeServiceName, readonly string[]>>> = {
  CancelInvoiceSOAP: ['CANCELINVOICE'],
  SupplierInvoiceEventsSOAP: SUPPLIER_EVENTS,
  CustomerInvoiceEventsSOAP: CUSTOMER_EVENTS,
};
const CANCEL = 'CANCEL';

/** Takes each withdrawal or event of a message that is in order. */
export function registerEvents(
  name: SpfeServiceName,
  invoices: readonly NamedInvoice[],
  registration: Registration,
): { readonly verdicts: readonly Verdict[]; readonly changes: readonly Change[] } {
  const repeated = findRepeated(invoices.map(({ code }) => code));
  const isMixed = invoices.some(({ response }) => {
    const event = textAt(response, 'ResponseCode') ?? '';
    return !TAKEN[name]!.includes(event) && isKnown(event);
  });
  const changes: Change[] = [];
  const verdicts = invoices.map((invoice, position): Verdict => {
    const { code } = invoice;
    if (!code) return refuse(null, GEN.invalid, 'DocumentReference');
    const demanded = demandRefusal(registration.fault, {
      number: code.number,
      position,
      count: invoices.length,
    });
    if (demanded !== null) return refuse(code, demanded);
    if (isMixed) return refuse(code, GEN.wrongSide);
    if (repeated.has(keyOf(code))) return refuse(code, GEN.twice);
    const change = judge(name, invoice, code, registration);
    if ('refusal' in change) return refuse(code, change.refusal, change.detail);
    registration.book.enter(change);
    changes.push(change);
    const locator = registration.book.find(code, registration.now)?.admission.locator ?? null;
    return { code, id: '', refusal: null, detail: '', locator };
  });
  return { verdicts, changes };
}

function isKnown(event: string): boolean {
  return Object.values(TAKEN).some((events) => events.includes(event));
}

function judge(
  name: SpfeServiceName,
  { response, hasName }: NamedInvoice,
  code: UniqueCode,
  registration: Registration,
): Change | Refusal {
  const { book, sequence, csv, now } = registration;
  if (!hasName) return { refusal: GEN.invalid, detail: 'RegistrationName' };
  const movement = { code, message: sequence, csv, at: now };
  if (name === 'CancelInvoiceSOAP') {
    const effectiveDate = textAt(response, 'EffectiveDate');
    if (textAt(response, 'ResponseCode') !== 'CANCELINVOICE')
      return { refusal: GEN.invalid, detail: 'ResponseCode' };
    if (effectiveDate === null) return { refusal: GEN.invalid, detail: 'EffectiveDate' };
    const refusal = findWithdrawalError(book.find(code, now), registration);
    return refusal === null ? { kind: 'removal', ...movement, effectiveDate } : { refusal };
  }
  const event = readEvent(response);
  if (typeof event === 'string') return { refusal: GEN.invalid, detail: event };
  const refusal = findEventError(book.find(code, now), event.name, name, registration);
  return refusal === null ? { kind: 'event', ...movement, event } : { refusal };
}

function findWithdrawalError(entry: SpfeEntry | undefined, { from }: Registration): GenCode | null {
  if (!entry) return GEN.unknown;
  if (!isIssuer(entry, from)) return GEN.notRepresented;
  return entry.status === 'withdrawn' ? GEN.withdrawn : null;
}

/** Whether a second event without a cancellation is refused is open, hence a setting. */
function findEventError(
  entry: SpfeEntry | undefined,
  event: EventName,
  name: SpfeServiceName,
  { from, settings }: Registration,
): GenCode | null {
  if (!entry) return GEN.unknown;
  const isOwn = name === 'SupplierInvoiceEventsSOAP' ? isIssuer(entry, from) : entry.admission.buyer === from;
  if (!isOwn) return GEN.wrongSide;
  if (entry.status === 'withdrawn') return GEN.withdrawn;
  if (event.startsWith(CANCEL))
    return isReported(entry, event.slice(CANCEL.length) as EventName) ? null : GEN.nothingToCancel;
  const isRepeated = isReported(entry, event) && settings.spfeRepeatedEvents === 'refuse';
  return isRepeated ? GEN.reported : null;
}

/** The issuer, or who issued materially in its place. */
function isIssuer({ code, admission }: SpfeEntry, from: string): boolean {
  return code.nif === from || admission.thirdParties.includes(from);
}
