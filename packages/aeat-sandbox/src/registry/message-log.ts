import { compress, expand } from './compress.ts';
import { hashBytes } from './hash-bytes.ts';
import type { RawMessage } from '../http/soap-service.ts';
import type { Journal, JournalChange, JournalLine } from './journal.ts';
import type { LoggedMessage, MessageEnd, ReceivedMessage } from './logged-message.ts';

/**
 * The log of the services that keep no chains, SII, the census service and the SPFE, with all that
 * was received and answered.
 */
export class MessageLog {
  readonly #journal: Journal;
  readonly #messages: LoggedMessage[] = [];
  #sequence = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const line of journal.lines) this.#apply(line);
  }

  get messages(): readonly LoggedMessage[] {
    return this.#messages;
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /**
   * Records a message before it is answered, with what it changed in the book.
   * @param answer the answer as the service wrote it; null if a fault prevented one.
   */
  record(
    received: ReceivedMessage,
    { raw, answer, now }: { raw: RawMessage; answer: string | null; now: number },
    changes: readonly JournalChange[],
  ): void {
    const message: LoggedMessage = {
      ...received,
      receivedAt: new Date(now).toISOString(),
      presenter: raw.presenter,
      bytes: raw.bytes.length,
      sha256: hashBytes(raw.bytes),
      end: null,
      raw: { request: compress(raw.bytes), answer: answer === null ? null : compress(Buffer.from(answer)) },
    };
    this.#write({ type: 'message', message, changes });
  }

  recordEnd(sequence: number, end: MessageEnd): void {
    this.#write({ type: 'message-end', sequence, end });
  }

  /** Returns the texts of a message and of its answer; null if there is no such message. */
  readRaw(sequence: number): { readonly request: string; readonly answer: string | null } | null {
    const raw = this.#messages.find((message) => message.sequence === sequence)?.raw;
    if (!raw) return null;
    return { request: expand(raw.request), answer: raw.answer === null ? null : expand(raw.answer) };
  }

  /** Forgets all messages. The journal contains the reset that the registers of VERI*FACTU wrote. */
  clear(): void {
    this.#messages.length = 0;
  }

  #write(line: JournalLine): void {
    this.#journal.append(line);
    this.#apply(line);
  }

  #apply(line: JournalLine): void {
    if (line.type === 'reset') {
      this.clear();
    } else if (line.type === 'message') {
      this.#sequence = Math.max(this.#sequence, line.message.sequence);
      this.#messages.push(line.message);
    } else if (line.type === 'message-end') {
      const at = this.#messages.findLastIndex(({ sequence }) => sequence === line.sequence);
      const message = this.#messages[at];
      // A reset has removed this message.
      if (message) this.#messages[at] = { ...message, end: line.end };
    }
  }
}
