import type { FaultRequest } from '../../faults/fault.ts';
import { hashBytes } from '../../registry/hash-bytes.ts';
import type { LoggedMember, LoggedMessage } from '../../registry/logged-message.ts';
import { nameInvoice, type UniqueCode } from '../book/change.ts';
import { documentOf, keyOf, type SpfeEntry } from '../book/spfe-book.ts';
import type { SpfeServiceName } from '../wire/service-actions.ts';

/** What a client of the SPFE should never do, or what the book itself must never contain. */
export type SpfeViolation = {
  readonly kind: 'booked-twice' | 'stored-altered' | 'missing-entry' | 'resent-unconsulted' | 'altered';
  readonly code: UniqueCode;
  /** The number of the message in the log. */
  readonly message: number | null;
  readonly detail: string;
};
export type SpfeReport = {
  /** Whether there are no violations. */
  readonly ok: boolean;
  readonly documents: number;
  readonly withdrawn: number;
  readonly messages: number;
  readonly violations: readonly SpfeViolation[];
};

/** What was last sent of an invoice, until its answer settles it or a query tells what became of it. */
type Sending = {
  readonly message: number;
  readonly member: LoggedMember;
  isSettled: boolean;
};

const WITHDRAWAL = 'CANCELINVOICE';
const SENDING: SpfeServiceName = 'SendInvoiceSOAP';
/** The queries that tell a client what became of an invoice. */
const QUERIES: ReadonlySet<string | null> = new Set<SpfeServiceName>([
  'GetInvoicesSOAP',
  'DownloadInvoicesByIDSOAP',
]);
/** A query by localizadors, which names no invoice. */
const BY_LOCATOR: SpfeServiceName = 'DownloadInvoicesByLOCSOAP';
/** The faults on demand under which a client can still read the verdict about a member. */
const READABLE: ReadonlySet<string | null> = new Set<FaultRequest['kind'] | null>([
  null,
  'slow',
  'record-error',
  'shuffled',
  'reversed',
  'exchanged',
  'stale',
]);

/**
 * Judges what can be judged from this side alone: that the book holds each unique code once and as
 * it was sent, and that clients resend nothing whose answer they have not read before they ask for it.
 */
export function findViolations(
  messages: readonly LoggedMessage[],
  entries: readonly SpfeEntry[],
): SpfeReport {
  const own = messages.filter(({ service }) => service === 'spfe');
  const violations = [...judgeBook(entries), ...judgeLog(own, entries)];
  return {
    ok: violations.length === 0,
    documents: entries.length,
    withdrawn: entries.filter(({ status }) => status === 'withdrawn').length,
    messages: own.length,
    violations,
  };
}

function judgeBook(entries: readonly SpfeEntry[]): SpfeViolation[] {
  return entries.flatMap(({ code, history }) => {
    const found: SpfeViolation[] = [];
    let isThere = false;
    for (const change of history) {
      if (change.kind === 'removal') isThere = false;
      if (change.kind !== 'admission') continue;
      const { message } = change;
      if (isThere) found.push({ kind: 'booked-twice', code, message, detail: change.csv });
      if (hashBytes(Buffer.from(documentOf({ admission: change }))) !== change.sha256)
        found.push({ kind: 'stored-altered', code, message, detail: change.sha256 });
      isThere = true;
    }
    return found;
  });
}

function judgeLog(messages: readonly LoggedMessage[], entries: readonly SpfeEntry[]): SpfeViolation[] {
  const booked = new Set(
    entries.flatMap(({ code, history }) => history.map(({ message }) => `${message} ${keyOf(code)}`)),
  );
  const sendings = new Map<string, Map<string, Sending>>();
  const found: SpfeViolation[] = [];
  for (const message of messages) {
    for (const member of message.members ?? []) {
      const key = keyOf(member.code);
      const acts = sendings.get(key) ?? new Map<string, Sending>();
      sendings.set(key, acts);
      if (QUERIES.has(message.operation)) {
        if (isRead(message)) for (const sending of acts.values()) sending.isSettled = true;
        continue;
      }
      if (message.operation === BY_LOCATOR) continue;
      for (const violation of judgeMember(message, member, acts.get(member.act))) found.push(violation);
      if (isTaken(message, member)) {
        forget(acts, member.act);
        if (!booked.has(`${message.sequence} ${key}`))
          found.push({
            kind: 'missing-entry',
            code: member.code,
            message: message.sequence,
            detail: member.act,
          });
      }
      acts.set(member.act, { message: message.sequence, member, isSettled: isRefusalRead(message, member) });
    }
  }
  return found;
}

/** Judges a member against the last time that the same was sent. */
function judgeMember(
  { sequence: message }: LoggedMessage,
  { code, act, sha256, isCopy }: LoggedMember,
  last: Sending | undefined,
): SpfeViolation[] {
  if (!last || last.isSettled) return [];
  const detail = `${act} of message ${last.message}`;
  const isAltered = last.member.isCopy === isCopy && last.member.sha256 !== sha256;
  return [
    { kind: 'resent-unconsulted' as const, code, message, detail },
    ...(isAltered ? [{ kind: 'altered' as const, code, message, detail }] : []),
  ];
}

/** An act that was taken allows the opposite ones again; a withdrawal and a new document allow all. */
function forget(acts: Map<string, Sending>, act: string): void {
  if (act === WITHDRAWAL || act === SENDING) acts.clear();
  acts.delete(act.startsWith('CANCEL') ? act.slice('CANCEL'.length) : `CANCEL${act}`);
}

/** Whether the client could read the answer. */
function isRead({ end, injected }: LoggedMessage): boolean {
  return end?.delivered === true && READABLE.has(injected);
}

/** Whether the client could read that a member was not taken. */
function isRefusalRead(message: LoggedMessage, member: LoggedMember): boolean {
  const { end, injected, fault, lines } = message;
  if (end?.delivered !== true) return false;
  // A SOAP Fault says that nothing was taken, and a status of HTTP says so if nothing was.
  if (fault !== null || injected === 'soap-fault') return true;
  if (injected === 'http-status' && lines.length === 0) return true;
  return READABLE.has(injected) && !isTaken(message, member);
}

function isTaken({ lines }: LoggedMessage, { code }: LoggedMember): boolean {
  const about = nameInvoice(code);
  return lines.some((line) => line.about === about && line.state === '200');
}
