import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { SERVICE_NAMES } from '../http/service-names.ts';
import { SPFE_SERVICE_NAMES } from '../spfe/wire/service-actions.ts';

/*
 * Faults on demand. After a fault of ANSWERLESS_KINDS there is no answer of AEAT; it happens before
 * or after the envelope is registered. A fault of SPOILING_KINDS spoils the answer to a registered
 * envelope, and `record-error` answers its records with an error.
 */

const ANSWERLESS_KINDS = ['timeout', 'reset', 'http-status', 'html', 'redirect', 'soap-fault'] as const;
const SPOILING_KINDS = [
  'truncated',
  'ill-formed',
  'wrong-namespace',
  'partial',
  'empty-wait',
  'raised-wait',
  'slow',
  'huge',
  'record-error',
  'shuffled',
  'swapped',
  'wrong-encoding',
  'unprocessed',
  'mixed-words',
  'unknown-word',
  'wrong-content-type',
  'reversed',
  'exchanged',
  'extra-line',
  'repeated-line',
  'no-csv',
  'stale',
] as const;

const Kind = Type.Enum([...ANSWERLESS_KINDS, ...SPOILING_KINDS]);

export const FaultRequest = Type.Object(
  {
    kind: Kind,
    /** When a fault of ANSWERLESS_KINDS happens: before (the default) or after registration. */
    when: Type.Optional(Type.Enum(['before', 'after'])),
    /**
     * The number of envelopes to which the fault applies; without it the fault applies until it is
     * removed.
     */
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The probability that the fault applies to an envelope; default: 1. */
    probability: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    /** The seed that makes the random choices repeatable. */
    seed: Type.Optional(Type.Integer()),
    /** The service whose messages it applies to; default: verifactu. */
    service: Type.Optional(Type.Enum([...SERVICE_NAMES])),
    /**
     * Only messages that change a register (the default), only queries, both, or only those to one
     * service of the SPFE. The census service has one operation, to which it always applies.
     */
    operation: Type.Optional(Type.Enum(['remission', 'consulta', 'any', ...SPFE_SERVICE_NAMES])),
    /** Only messages of this taxpayer; the census service knows none. */
    nif: Type.Optional(Type.String()),
    /**
     * SPFE: only messages with an invoice of this number, or of one that begins with what stands
     * before a final `*`. `partial`, `record-error` and `repeated-line` then concern these invoices
     * alone.
     */
    invoice: Type.Optional(Type.String()),
    /** The number of messages that it would concern, and that pass before it applies. */
    skip: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The times in ISO 8601 from which and until which it applies. */
    from: Type.Optional(Type.String({ format: 'date-time' })),
    until: Type.Optional(Type.String({ format: 'date-time' })),
    /** http-status: 500, 502, 503 …; soap-fault: instead of the setting `faultStatus`. */
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    /** soap-fault, record-error: the code. */
    code: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 })),
    /** raised-wait: TiempoEsperaEnvio; stale: how far a query is behind; default: 60. */
    seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    /** slow, timeout: the duration; swapped: how long an answer waits for another one. */
    milliseconds: Type.Optional(Type.Integer({ minimum: 0 })),
    /**
     * partial: the number of missing lines; record-error: the number of rejected records. Counted
     * from the end. unprocessed: the distance between the lines that were not looked at.
     */
    records: Type.Optional(Type.Integer({ minimum: 1 })),
    /** huge: the minimum length. */
    bytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /**
     * truncated: the connection breaks in the middle of the answer; otherwise the answer is
     * complete but too short.
     */
    abrupt: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type FaultRequest = Static<typeof FaultRequest>;
export type AnswerlessFault = FaultRequest & { kind: (typeof ANSWERLESS_KINDS)[number] };
export type SpoilingFault = FaultRequest & { kind: (typeof SPOILING_KINDS)[number] };

const ANSWERLESS: ReadonlySet<string> = new Set(ANSWERLESS_KINDS);

/** Returns whether a fault belongs to the first group. */
export function isAnswerless(fault: AnswerlessFault | SpoilingFault): fault is AnswerlessFault {
  return ANSWERLESS.has(fault.kind);
}

/** Returns whether a fault concerns the invoice of a number; so if it names none. */
export function concernsNumber({ invoice }: Pick<FaultRequest, 'invoice'>, number: string): boolean {
  if (invoice === undefined) return true;
  return invoice.endsWith('*') ? number.startsWith(invoice.slice(0, -1)) : number === invoice;
}

/** Reads one fault or a list of faults. @throws TypeError that names the invalid member. */
export function parseFaults(value: unknown): FaultRequest[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((entry) => {
    if (Value.Check(FaultRequest, entry)) return entry;
    const [error] = Value.Errors(FaultRequest, entry);
    throw new TypeError(`fault${error?.instancePath ?? ''}: ${error?.message ?? 'not understood'}`);
  });
}
