import type { ServerResponse } from 'node:http';
import { AnswerSwap } from '../faults/answer-swap.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { Office } from '../registry/office.ts';
import type { Desk } from '../exchange/answer-arrival.ts';
import { DEFAULT_SETTINGS, type OfficeSettings } from '../exchange/settings.ts';
import type { MessageLog } from '../registry/message-log.ts';
import type { Book } from '../sii/book/book.ts';
import type { SpfeBook } from '../spfe/book/spfe-book.ts';
import { buildCensus, type Census } from '../taxpayers/census.ts';
import type { CensusEntries } from '../taxpayers/census-file.ts';
import type { Reply } from './soap-service.ts';

export type SandboxParts = {
  readonly office: Office;
  readonly book: Book;
  readonly spfe: SpfeBook;
  readonly messages: MessageLog;
  readonly faults: FaultPlan;
  readonly settings: Partial<OfficeSettings>;
  readonly census: CensusEntries;
  readonly now: () => number;
  readonly asksForCertificate: boolean;
  /** Aborted when the stand-in closes. */
  readonly closing: AbortSignal;
};

/** The state that the routes share. Settings and census can be changed while it runs. */
export class Sandbox {
  /** The registers and the log of VERI*FACTU. */
  readonly office: Office;
  /** The book of SII. */
  readonly book: Book;
  /** The book of the SPFE. */
  readonly spfe: SpfeBook;
  /** The messages to SII, to the census service and to the SPFE. */
  readonly messages: MessageLog;
  readonly faults: FaultPlan;
  readonly swap = new AnswerSwap<Reply>();
  readonly now: () => number;
  readonly asksForCertificate: boolean;
  readonly #closing: AbortSignal;
  readonly #initialSettings: OfficeSettings;
  readonly #initialCensus: Census;
  #settings: OfficeSettings;
  #census: Census;
  #openMessages = 0;

  constructor(parts: SandboxParts) {
    const { office, book, spfe, messages, faults, settings, census, now, asksForCertificate, closing } =
      parts;
    this.office = office;
    this.book = book;
    this.spfe = spfe;
    this.messages = messages;
    this.faults = faults;
    this.now = now;
    this.asksForCertificate = asksForCertificate;
    this.#closing = closing;
    this.#initialSettings = { ...DEFAULT_SETTINGS, ...settings };
    this.#initialCensus = buildCensus(census);
    this.#settings = this.#initialSettings;
    this.#census = this.#initialCensus;
  }

  get settings(): OfficeSettings {
    return this.#settings;
  }

  get census(): Census {
    return this.#census;
  }

  /** AEAT's clock in milliseconds. */
  aeatNow(): number {
    return this.now() + this.#settings.clockOffsetSeconds * 1000;
  }

  change(settings: Partial<OfficeSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  replaceCensus(entries: CensusEntries): void {
    this.#census = buildCensus(entries);
  }

  /** Resets everything: no records, no faults, and the initial settings. */
  reset(): void {
    this.office.reset();
    this.book.clear();
    this.spfe.clear();
    this.messages.clear();
    this.faults.clear();
    this.#settings = this.#initialSettings;
    this.#census = this.#initialCensus;
  }

  desk(): Desk {
    return { office: this.office, settings: this.#settings, census: this.#census, now: this.now() };
  }

  /**
   * Counts a message until its connection ends.
   * @returns false if there are already as many as `parallelMessages` allows.
   */
  admit(response: ServerResponse): boolean {
    const { parallelMessages } = this.#settings;
    if (parallelMessages > 0 && this.#openMessages >= parallelMessages) return false;
    this.#openMessages += 1;
    response.once('close', () => {
      this.#openMessages -= 1;
    });
    return true;
  }

  /** Returns a signal that is aborted when the client no longer waits for the answer. */
  whileOpen(response: ServerResponse): AbortSignal {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, this.#closing]);
  }
}
