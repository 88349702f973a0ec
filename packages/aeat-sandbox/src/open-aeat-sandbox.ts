import { FaultPlan } from './faults/fault-plan.ts';
import type { FaultRequest } from './faults/fault.ts';
import {
  CENSUS_PATH,
  listen,
  QR_PATH,
  SII_INVOICES_PATH,
  SII_PAYMENTS_PATH,
  SOAP_PATH,
  type TlsFiles,
} from './http/listen.ts';
import { Sandbox } from './http/sandbox.ts';
import { findGaps, type GapReport } from './inspection/find-gaps.ts';
import { openFileJournal, createMemoryJournal } from './registry/journal.ts';
import type { LogEntry } from './registry/log-entry.ts';
import type { LoggedMessage } from './registry/logged-message.ts';
import { MessageLog } from './registry/message-log.ts';
import { Office } from './registry/office.ts';
import type { StoredRecord } from './registry/registry.ts';
import type { OfficeSettings } from './exchange/settings.ts';
import { Book, type BookEntry } from './sii/book/book.ts';
import type { Matching } from './sii/book/book-change.ts';
import type { BookId } from './sii/records/invoice.ts';
import { enterEvents, type SimulatedEvent } from './spfe/book/parse-events.ts';
import type { UniqueCode } from './spfe/book/change.ts';
import { documentOf, SpfeBook, type SpfeEntry } from './spfe/book/spfe-book.ts';
import { SPFE_PATH } from './spfe/exchange/spfe-service.ts';
import { findViolations, type SpfeReport } from './spfe/inspection/find-violations.ts';
import type { CensusEntries } from './taxpayers/census-file.ts';

export type AeatSandboxOptions = {
  /** The address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** The port; default: 3002; 0 for any free one. */
  readonly port?: number;
  /** The directory of the journal; without it nothing is stored. */
  readonly stateDirectory?: string | null;
  readonly settings?: Partial<OfficeSettings>;
  readonly census?: CensusEntries;
  readonly tls?: TlsFiles | null;
  /** This machine's clock in milliseconds. */
  readonly now?: () => number;
};

export type AeatSandbox = {
  /** The address of the server, without a path. */
  readonly url: string;
  /** The address for messages of VERI*FACTU. */
  readonly soapUrl: string;
  /** The addresses of SII: of issued invoices, and of the payments of cash accounting. */
  readonly siiUrls: { readonly invoices: string; readonly payments: string };
  /** The address of the census service. */
  readonly censusUrl: string;
  /** The address of the SPFE, to which the names of its services are appended. */
  readonly spfeUrl: string;
  /** The address of QR codes. */
  readonly qrUrl: string;
  readonly control: {
    /** Returns every arrival, in order. */
    readonly log: () => readonly LogEntry[];
    /** Returns every stored record, in order. */
    readonly records: () => readonly StoredRecord[];
    readonly gaps: () => GapReport;
    /** Returns every message to SII, to the census service and to the SPFE, in order. */
    readonly messages: () => readonly LoggedMessage[];
    /** Returns the texts of a message and of the answer to it; null if there is no such message. */
    readonly rawMessage: MessageLog['readRaw'];
    /** Returns the entries of all books of SII, in the order of their first registration. */
    readonly book: () => readonly BookEntry[];
    /** Sets states of matching. @returns the number of those entries that exist. */
    readonly match: (matchings: readonly { readonly id: BookId; readonly matching: Matching }[]) => number;
    /** Returns the invoices and copies in the SPFE, in the order of their first registration. */
    readonly spfeBook: () => readonly SpfeEntry[];
    /** Returns the document of an invoice in the SPFE as it was sent; null if there is none. */
    readonly spfeDocument: (code: UniqueCode) => string | null;
    /** Judges the book of the SPFE and the messages to it. */
    readonly spfeInvariants: () => SpfeReport;
    /**
     * Enters events of invoices in the SPFE, above all what recipients report, without checking them.
     * @throws TypeError for an unknown invoice.
     */
    readonly addSpfeEvents: (events: readonly SimulatedEvent[]) => void;
    readonly addFaults: (...faults: readonly FaultRequest[]) => void;
    readonly clearFaults: () => void;
    readonly change: (settings: Partial<OfficeSettings>) => void;
    readonly replaceCensus: (census: CensusEntries) => void;
    readonly reset: () => void;
  };
} & AsyncDisposable;

export const DEFAULT_PORT = 3002;

/** Opens a stand-in for AEAT. @throws if the port is in use or the journal is damaged. */
export async function openAeatSandbox(options: AeatSandboxOptions = {}): Promise<AeatSandbox> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, stateDirectory = null, tls = null } = options;
  const closing = new AbortController();
  const journal = stateDirectory === null ? createMemoryJournal() : openFileJournal(stateDirectory);
  const [office, book, messages] = [new Office(journal), new Book(journal), new MessageLog(journal)];
  const spfe = new SpfeBook(journal);
  const faults = new FaultPlan();
  const sandbox = new Sandbox({
    office,
    book,
    spfe,
    messages,
    faults,
    settings: options.settings ?? {},
    census: options.census ?? {},
    now: options.now ?? Date.now,
    asksForCertificate: tls?.clientCa !== undefined,
    closing: closing.signal,
  });
  const { url, close } = await listen(sandbox, { host, port, tls });
  return {
    url,
    soapUrl: url + SOAP_PATH,
    siiUrls: { invoices: url + SII_INVOICES_PATH, payments: url + SII_PAYMENTS_PATH },
    censusUrl: url + CENSUS_PATH,
    spfeUrl: url + SPFE_PATH,
    qrUrl: url + QR_PATH,
    control: {
      log: () => office.log,
      records: () => office.registry.records,
      gaps: () => findGaps(office.log),
      messages: () => messages.messages,
      rawMessage: (sequence) => messages.readRaw(sequence),
      book: () => book.list(),
      match: (matchings) => book.match(matchings, sandbox.now()),
      spfeBook: () => spfe.list(sandbox.aeatNow()),
      spfeDocument: (code) => {
        const entry = spfe.find(code, sandbox.aeatNow());
        return entry ? documentOf(entry) : null;
      },
      spfeInvariants: () => findViolations(messages.messages, spfe.list(sandbox.aeatNow())),
      addSpfeEvents: (events) => void enterEvents(spfe, events, sandbox.aeatNow()),
      addFaults: (...requests) => {
        faults.add(requests);
      },
      clearFaults: () => faults.clear(),
      change: (settings) => sandbox.change(settings),
      replaceCensus: (census) => sandbox.replaceCensus(census),
      reset: () => sandbox.reset(),
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await close();
    },
  };
}
