import type { FaultRequest } from '../faults/fault.ts';
import type { JournalChange } from '../registry/journal.ts';
import type { LoggedMessage, ReceivedMessage } from '../registry/logged-message.ts';
import type { Sandbox } from './sandbox.ts';
import type { MessageKind } from './service-names.ts';
import type { RawMessage, Reception, Reply } from './soap-service.ts';

/** What a service that keeps no chains makes of a message. */
export type Outcome = Reply &
  Pick<LoggedMessage, 'fault' | 'csv' | 'lines'> & {
    /** What it changed in the book of SII or of the SPFE. */
    readonly changes: readonly JournalChange[];
  };

type Message = Pick<LoggedMessage, 'service' | 'operation' | 'communication' | 'nif' | 'members'> & {
  readonly raw: RawMessage;
  readonly kind: MessageKind | null;
  /** Processes it. @param sequence its number in the log. */
  readonly process: (fault: FaultRequest | null, sequence: number) => Outcome;
};

/** Builds the reception of a message that is logged with its bytes and those of its answer. */
export function receiveLogged(
  { raw, kind, process, ...about }: Message,
  { messages, now }: Sandbox,
): Reception {
  const describe = (fault: FaultRequest | null): ReceivedMessage => ({
    ...about,
    sequence: messages.nextSequence(),
    injected: fault?.kind ?? null,
    fault: null,
    csv: null,
    lines: [],
  });
  return {
    kind,
    nif: about.nif,
    operation: about.operation,
    numbers: about.members?.map(({ code }) => code.number) ?? [],
    drop(fault) {
      const entry = describe(fault);
      messages.record(entry, { raw, answer: null, now: now() }, []);
      return entry.sequence;
    },
    answer(fault) {
      const entry = describe(fault);
      const { status, body, contentType, changes, ...outcome } = process(fault, entry.sequence);
      messages.record({ ...entry, ...outcome }, { raw, answer: body, now: now() }, changes);
      const { sequence } = entry;
      return { status, body, sequence, ...(contentType === undefined ? {} : { contentType }) };
    },
    end: (sequence, { at, delivered }) => messages.recordEnd(sequence, { at, delivered }),
  };
}

/** Builds the outcome of a message that changed nothing. */
export function withoutEffect(reply: Reply, rest: Partial<Omit<Outcome, keyof Reply>> = {}): Outcome {
  return { ...reply, fault: null, csv: null, lines: [], changes: [], ...rest };
}
