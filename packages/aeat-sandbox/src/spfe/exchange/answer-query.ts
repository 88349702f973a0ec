import type { FaultRequest } from '../../faults/fault.ts';
import type { OfficeSettings } from '../../exchange/settings.ts';
import { findToday } from '../../records/calendar.ts';
import { branch, leaf } from '../../xml/write-xml.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import type { UniqueCode } from '../book/change.ts';
import { documentOf, type SpfeBook, type SpfeEntry } from '../book/spfe-book.ts';
import { isDay } from '../schema/document-types.ts';
import { describeGen, FAULTS, GEN, nameGen } from '../wire/refusals.ts';
import type { AnswerPart } from '../wire/write-answer.ts';
import type { NamedInvoice, SpfeMessage } from './message.ts';
import { arrangeMembers } from './verdict.ts';
import { summarise, writeEvent, writeReference, writeResponse, writeStatus } from './write-status.ts';

export type Query = {
  readonly message: SpfeMessage;
  readonly book: SpfeBook;
  readonly settings: OfficeSettings;
  readonly id: string;
  readonly now: number;
  /** The time at which the book is looked at: earlier than now if the query is behind. */
  readonly at: number;
  readonly fault: FaultRequest | null;
};
/** A line of the log. */
type Line = { readonly code: UniqueCode; readonly status: string };
export type QueryAnswer = { readonly parts: readonly AnswerPart[]; readonly lines: readonly Line[] };

/** Answers a query. @throws MessageFault 2, 4 or 5 for a filter that is not allowed. */
export function answerQuery(query: Query): QueryAnswer {
  const { name } = query.message;
  if (name === 'GetInvoicesSOAP') return answerById(query);
  return name === 'GetRegisteredInvoiceSOAP' ? answerByFilter(query) : download(query);
}

function answerById(query: Query): QueryAnswer {
  const { message, id, now, fault } = query;
  const found = message.invoices.map(({ code }) => {
    if (!code) throw new MessageFault(FAULTS.malformed, 'DocumentReference');
    return { code, entry: findVisible(query, code) };
  });
  const shown = arrangeMembers(found, fault);
  const references = shown.map(({ code, entry }) => describeEntry(code, entry));
  const events = shown.flatMap(({ code, entry }) =>
    (entry?.since ?? []).map((change) =>
      writeEvent(
        code,
        change.kind === 'event'
          ? change.event
          : { name: 'CANCELINVOICE', effectiveDate: change.effectiveDate },
      ),
    ),
  );
  const code = summarise(found.filter(({ entry }) => entry).length, found.length);
  return {
    parts: [{ text: writeStatus(id, now, writeResponse(code, references) + events.join('')) }],
    lines: found.map(({ code: asked, entry }) => ({ code: asked, status: statusOf(entry) })),
  };
}

function answerByFilter(query: Query): QueryAnswer {
  const { message, book, settings, id, now, at, fault } = query;
  const { isWanted, after } = readFilter(message);
  const entries = book.list(at).filter(isWanted);
  // The key of a page is the localizador of the first admission of the last entry before it.
  const keyOfPage = ({ history }: SpfeEntry) => locatorOf(history);
  const from = after === null ? 0 : entries.findIndex((entry) => keyOfPage(entry) === after) + 1;
  if (after !== null && from === 0) throw new MessageFault(FAULTS.malformed, 'SequenceID');
  const page = entries.slice(from, from + settings.pageSize);
  const isLast = from + page.length >= entries.length;
  const references = arrangeMembers(page, fault).map((entry) => describeEntry(entry.code, entry));
  const status = branch(
    'cac:Status',
    leaf('cbc:StatusReasonCode', isLast ? 'LAST' : 'MORE'),
    isLast ? '' : leaf('cbc:SequenceID', keyOfPage(page.at(-1)!)),
  );
  // UBL demands a reference, which an empty page would lack.
  const shown =
    references.length > 0 ? references : [writeReference({ code: null, status: nameGen(GEN.unknown) })];
  return {
    parts: [{ text: writeStatus(id, now, writeResponse('200', shown, status)) }],
    lines: page.map((entry) => ({ code: entry.code, status: statusOf(entry) })),
  };
}

function readFilter({ header }: SpfeMessage) {
  const { properties, from: sender } = header;
  const role = properties.get('Role');
  const nif = properties.get('InvoiceCompanyID') ?? sender;
  const from = properties.get('RegistrationStartDate') ?? '';
  const to = properties.get('RegistrationEndDate') ?? '';
  if (role !== 'supplier' && role !== 'customer') throw new MessageFault(FAULTS.malformed, 'Role');
  if (!isDay(from) || !isDay(to) || from > to)
    throw new MessageFault(FAULTS.malformed, 'RegistrationStartDate');
  if (nif !== sender) throw new MessageFault(FAULTS.representation, 'InvoiceCompanyID');
  if (from.slice(0, 4) !== to.slice(0, 4)) throw new MessageFault(FAULTS.period);
  const isWanted = ({ code, admission, registeredAt }: SpfeEntry) => {
    const isOwn = role === 'supplier' ? code.nif === nif : admission.buyer === nif;
    const day = findToday(registeredAt);
    return isOwn && day >= numberOf(from) && day <= numberOf(to);
  };
  return { isWanted, after: properties.get('SequenceID') ?? null };
}

function download(query: Query): QueryAnswer {
  const { message, book, fault } = query;
  const isById = message.name === 'DownloadInvoicesByIDSOAP';
  const found = message.invoices.map(({ code, locator }: NamedInvoice) => {
    const asked = isById ? code : locator;
    if (asked === null) throw new MessageFault(FAULTS.malformed, 'DocumentReference');
    const meant = typeof asked === 'string' ? book.locate(asked) : asked;
    const entry = meant && findVisible(query, meant);
    const isOther = typeof asked === 'string' && entry?.admission.locator !== asked;
    return { code: meant ?? { nif: '', number: '', date: '' }, locator, entry: isOther ? undefined : entry };
  });
  return {
    parts: arrangeMembers(found, fault).map(({ code, locator, entry }) => ({
      text: entry ? documentOf(entry) : null,
      properties: {
        statusCode: statusOf(entry),
        ...(entry ? {} : { statusDescription: describeGen(GEN.unknown) }),
        ...(entry || !isById ? { id: entry?.admission.locator ?? locator ?? '' } : {}),
        ...(entry || isById ? code : {}),
      },
    })),
    lines: found.map(({ code, entry }) => ({ code, status: statusOf(entry) })),
  };
}

/** Finds an entry that the sender issued, received, or issued materially for another. */
function findVisible({ message, book, at }: Query, code: UniqueCode): SpfeEntry | undefined {
  const entry = book.find(code, at);
  const { from } = message.header;
  const isParty = entry && [code.nif, entry.admission.buyer, ...entry.admission.thirdParties].includes(from);
  return isParty ? entry : undefined;
}

function describeEntry(code: UniqueCode, entry: SpfeEntry | undefined): string {
  const status = statusOf(entry);
  if (!entry) return writeReference({ code, status, text: describeGen(GEN.unknown) });
  const { isCopy, csv, locator } = entry.admission;
  const text = entry.status === 'withdrawn' ? describeGen(GEN.withdrawn) : null;
  return writeReference({ code, copy: isCopy, csv, locator, status, text });
}

function statusOf(entry: SpfeEntry | undefined): string {
  if (!entry) return nameGen(GEN.unknown);
  return entry.status === 'withdrawn' ? nameGen(GEN.withdrawn) : '200';
}

function locatorOf(history: SpfeEntry['history']): string {
  return history.find((change) => change.kind === 'admission')!.locator;
}

function numberOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}
