import type { SpfeService, SpfeVerdict } from '../../contracts/spfe.ts';
import {
  type DocumentAnswer,
  STATUS,
  type SubmissionAnswer,
} from '../../domain/spfe/messages/document-status.ts';
import { judgeAnswer } from '../../domain/spfe/messages/judge-answer.ts';
import type { FoundVerdict } from '../../domain/spfe/messages/judge-found.ts';
import type { ListSpfeMembersRow } from '../statements/spfe.sql.ts';
import type { SpfeTiming } from './timing.ts';
import type { SpfeOutcome } from './transport/spfe-transport.ts';

/** A delivery or a message in a request. */
export type SpfeMember = ListSpfeMembersRow;

/** What became of a member, and what follows from it for its delivery or message. */
export type SettledMember = {
  readonly member: SpfeMember;
  readonly verdict: SpfeVerdict;
  /** The state of a delivery. That of a message differs only if it is accepted or rejected. */
  readonly state: 'admitted' | 'rejected' | 'uncertain' | 'pending' | 'conflict';
  readonly csv: string | null;
  readonly localizador: string | null;
  readonly code: string | null;
  readonly text: string | null;
  /** Whether the request was refused as a whole, which may be because of this member. */
  readonly isFault: boolean;
  readonly notBefore: Date | null;
};

export type RequestJudgement = {
  readonly settled: readonly SettledMember[];
  /** Why nothing of the issuer is sent until a person has acted; null if that is not so. */
  readonly haltedReason: string | null;
  /** Whether the SPFE said anything of a member. Otherwise the issuer waits. */
  readonly hasProgress: boolean;
  /** Answers about documents that were not sent. */
  readonly strange: readonly DocumentAnswer[];
};

/** Refusals of the certificate or of the representation, which a person has to mend. */
const HALTING: ReadonlySet<string> = new Set(['SPFE-FAULT-03', 'SPFE-FAULT-04', 'HTTP 401', 'HTTP 403']);
/** The sender does not represent the issuer, whichever document it is. */
const NOT_REPRESENTED = 'SPFE-GEN-07';
/** Refusals that say nothing of the request. */
const BUSY: ReadonlySet<string> = new Set(['HTTP 404', 'HTTP 405', 'HTTP 429']);
/** Rejections because something is there already: an earlier answer was lost, or another system sent it. */
const ALREADY_THERE: ReadonlySet<string> = new Set([
  STATUS.copyExists,
  STATUS.originalExists,
  STATUS.withdrawn,
  STATUS.alreadyReported,
  STATUS.nothingToCancel,
]);
/** A member of so many refused requests was sent alone the last time. */
const MOST_FAULTS = 3;

const NOTHING = {
  csv: null,
  localizador: null,
  code: null,
  text: null,
  isFault: false,
  notBefore: null,
} as const;

/**
 * Evaluates the outcome of a request that sends documents or messages. Whatever may have arrived is
 * asked about before it is sent again.
 * @param at when the outcome was known, or when the lease of a lost request ended.
 */
export function judgeSubmission(
  members: readonly SpfeMember[],
  outcome: SpfeOutcome<SubmissionAnswer>,
  at: Date,
  { lookUpAfterMs }: Pick<SpfeTiming, 'lookUpAfterMs'>,
): RequestJudgement {
  const later = new Date(at.getTime() + lookUpAfterMs);
  const every = (rest: Omit<SettledMember, 'member'>) => members.map((member) => ({ member, ...rest }));
  const returned = { ...NOTHING, verdict: 'returned', state: 'pending' } as const;
  const none = { haltedReason: null, hasProgress: false, strange: [] };
  switch (outcome.kind) {
    case 'unknown':
      return {
        ...none,
        settled: every({ ...NOTHING, verdict: 'unsettled', state: 'uncertain', notBefore: later }),
      };
    case 'not_sent':
      return { ...none, settled: every(returned), haltedReason: findHalt(outcome) };
    case 'fault': {
      const { code, text } = outcome;
      const haltedReason = findHalt(outcome);
      const isFault = haltedReason === null && !BUSY.has(code ?? '');
      return {
        ...none,
        haltedReason,
        settled: members.map((member) =>
          isFault && (member.faults ?? 0) + 1 >= MOST_FAULTS
            ? {
                ...NOTHING,
                member,
                verdict: 'rejected',
                state: 'rejected',
                code: code ?? 'fault',
                text,
                isFault,
              }
            : { ...returned, member, isFault },
        ),
      };
    }
    case 'answered': {
      const { verdicts, strange } = judgeAnswer(members, outcome.answer);
      const settled = verdicts.map(({ member, verdict }): SettledMember => {
        if (verdict.kind === 'admitted') {
          const { csv, localizador } = verdict;
          return { ...NOTHING, member, verdict: 'accepted', state: 'admitted', csv, localizador };
        }
        if (verdict.kind === 'uncertain')
          return { ...NOTHING, member, verdict: 'unsettled', state: 'uncertain', notBefore: later };
        const { code, text } = verdict;
        if (code === NOT_REPRESENTED) return { ...returned, member, code, text };
        if (ALREADY_THERE.has(code))
          return { ...NOTHING, member, verdict: 'unsettled', state: 'uncertain', code, text, notBefore: at };
        return { ...NOTHING, member, verdict: 'rejected', state: 'rejected', code, text };
      });
      const unrepresented = settled.find(({ code }) => code === NOT_REPRESENTED);
      return {
        settled,
        strange,
        haltedReason:
          unrepresented === undefined ? null : `${NOT_REPRESENTED}: ${unrepresented.text ?? 'no text'}`,
        hasProgress: settled.some(({ verdict }) => verdict !== 'unsettled'),
      };
    }
  }
}

/** Returns why a request without an answer halts the issuer; null if it does not. */
function findHalt(outcome: SpfeOutcome<unknown>): string | null {
  if (outcome.kind === 'not_sent') return outcome.reason === 'certificate' ? outcome.detail : null;
  if (outcome.kind !== 'fault') return null;
  const { code, text } = outcome;
  return code !== null && HALTING.has(code) ? `${code}: ${text ?? 'no text'}` : null;
}

/**
 * Evaluates what a query told of members that may have arrived.
 * @param verdictOf the verdict about each; one that has something else than was sent `differs`.
 * @param answerId the identifier of the answer, which acknowledges a message that it shows.
 * @param askedAt when the query began. What it does not show counts only if that was late enough.
 */
export function judgeFound(
  members: readonly SpfeMember[],
  verdictOf: (member: SpfeMember) => FoundVerdict,
  answerId: string | null,
  { askedAt, at }: { readonly askedAt: Date; readonly at: Date },
  { missingAfterMs, lookUpAfterMs }: Pick<SpfeTiming, 'missingAfterMs' | 'lookUpAfterMs'>,
): RequestJudgement {
  const settled = members.map((member): SettledMember => {
    const told = verdictOf(member);
    const found = told.kind === 'settles' ? told.verdict : told;
    const { code } = member;
    const unsettled = {
      ...NOTHING,
      member,
      verdict: 'unsettled',
      state: 'uncertain',
      code,
      notBefore: new Date(at.getTime() + lookUpAfterMs),
    } as const;
    const counts = new Date((member.sentAt ?? 0) + missingAfterMs);
    if (askedAt < counts && (told.kind === 'missing' || told.kind === 'settles'))
      return { ...unsettled, verdict: 'missing', notBefore: counts };
    switch (found.kind) {
      case 'unanswered':
        return unsettled;
      case 'there': {
        const csv = member.messageId === null ? found.csv : answerId;
        if (csv === null) return unsettled;
        const { localizador } = found;
        return { ...NOTHING, member, verdict: 'found', state: 'admitted', csv, localizador };
      }
      case 'differs': {
        const state = member.messageId === null ? 'conflict' : 'rejected';
        return { ...NOTHING, member, verdict: 'differs', state, code: code ?? 'other', text: found.why };
      }
      case 'missing': {
        // AEAT refused it because something was there, which is gone.
        if (code !== null)
          return {
            ...NOTHING,
            member,
            verdict: 'missing',
            state: 'rejected',
            code,
            text: 'AEAT refused it because it was there already, but does not have it',
          };
        return { ...NOTHING, member, verdict: 'missing', state: 'pending' };
      }
    }
  });
  return {
    settled,
    haltedReason: null,
    hasProgress: settled.some(({ verdict }) => verdict !== 'unsettled'),
    strange: [],
  };
}

/** Evaluates a query without an answer: the members stay as they are. */
export function judgeUnasked(
  members: readonly SpfeMember[],
  outcome: SpfeOutcome<unknown>,
  at: Date,
): RequestJudgement {
  return {
    settled: members.map((member) => ({
      ...NOTHING,
      member,
      verdict: 'unsettled',
      state: 'uncertain',
      code: member.code,
      notBefore: at,
    })),
    haltedReason: findHalt(outcome),
    hasProgress: false,
    strange: [],
  };
}

/** Evaluates a request without an answer, whether it asks or sends. */
export function judgeUnanswered(
  service: SpfeService,
  members: readonly SpfeMember[],
  outcome: SpfeOutcome<never>,
  at: Date,
  timing: SpfeTiming,
): RequestJudgement {
  return service === 'find'
    ? judgeUnasked(members, outcome, at)
    : judgeSubmission(members, outcome, at, timing);
}

/** Evaluates a request whose worker ended without an answer. @param at when its lease ended. */
export function judgeLapsed(
  service: SpfeService,
  members: readonly SpfeMember[],
  at: Date,
  timing: SpfeTiming,
): RequestJudgement {
  const outcome = { kind: 'unknown', reason: 'lapsed', detail: LAPSED, raw: null } as const;
  return judgeUnanswered(service, members, outcome, at, timing);
}

/** Why a request has no answer. */
export const LAPSED = 'its worker ended, or did not store the answer in time';
