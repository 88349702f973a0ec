import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/*
 * Faults on demand. A fault of the first group happens before or after the envelope is registered; those of the second spoil what is
 * answered for a registered one.
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
] as const;

const Kind = Type.Enum([...ANSWERLESS_KINDS, ...SPOILING_KINDS]);

export const FaultRequest = Type.Object(
  {
    kind: Kind,
    /** When the first group happens: before (the default) or after registering. */
    when: Type.Optional(Type.Enum(['before', 'after'])),
    /** Meets so many envelopes and is spent; without it the fault stays. */
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Chance of meeting an envelope; 1 without it. */
    probability: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    /** Makes the chances repeatable. */
    seed: Type.Optional(Type.Integer()),
    /** Only remissions (the default), only queries, or both. */
    operation: Type.Optional(Type.Enum(['remission', 'consulta', 'any'])),
    /** Only messages of this obligado. */
    nif: Type.Optional(Type.String()),
    /** http-status: 500, 502, 503 … */
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    /** soap-fault, record-error: the code. */
    code: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 })),
    /** raised-wait: TiempoEsperaEnvio. */
    seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    /** slow, timeout: how long. */
    milliseconds: Type.Optional(Type.Integer({ minimum: 0 })),
    /** partial: lines that are missing; record-error: records that are refused. From the end. */
    records: Type.Optional(Type.Integer({ minimum: 1 })),
    /** huge: at least so long. */
    bytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /** truncated: the connection breaks in the middle of the answer, instead of an answer that ends too early. */
    abrupt: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type FaultRequest = Static<typeof FaultRequest>;
export type AnswerlessFault = FaultRequest & { kind: (typeof ANSWERLESS_KINDS)[number] };
export type SpoilingFault = FaultRequest & { kind: (typeof SPOILING_KINDS)[number] };

const ANSWERLESS: ReadonlySet<string> = new Set(ANSWERLESS_KINDS);

/** Whether a fault is of the first group. */
export function isAnswerless(fault: AnswerlessFault | SpoilingFault): fault is AnswerlessFault {
  return ANSWERLESS.has(fault.kind);
}

/** Reads one fault or a list of them. @throws TypeError naming what is wrong. */
export function parseFaults(value: unknown): FaultRequest[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((entry) => {
    if (Value.Check(FaultRequest, entry)) return entry;
    const [error] = Value.Errors(FaultRequest, entry);
    throw new TypeError(`fault${error?.instancePath ?? ''}: ${error?.message ?? 'not understood'}`);
  });
}
