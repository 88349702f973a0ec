import type { Acknowledgement } from './statements/acknowledgements.ts';

/** Something that operators should know, with what helps. */
export type Finding = {
  /** Names it for as long as it lasts. */
  readonly id: string;
  readonly group: FindingGroup;
  /** `act`: it stays until a person does something. `look`: when there is time. */
  readonly urgency: 'act' | 'look';
  /** Of what it is about, when the newest came: an acknowledgement covers it up to then. null: not known, as for all of the engine's. */
  readonly newestAt: number | null;
  /** Of an operator, which covers all of it; null: nobody's. */
  readonly acknowledgement: Acknowledgement | null;
  /** In one line. */
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly since: number | null;
  readonly why: string | null;
  /** What can be done, with the command. */
  readonly todo: string;
  /** What can be done in the dashboard. */
  readonly acts: readonly FindingAct[];
  /** Where more is told. */
  readonly section: Section;
};

/** What a finding of the engine has: it ends when it is mended, and is not acknowledged. */
export const OF_ENGINE = { group: 'engine', newestAt: null, acknowledgement: null } as const;
/** What a finding on customers' data has at first. */
export const OF_CUSTOMERS = { group: 'customers', acknowledgement: null } as const;

/**
 * What a finding is about: `engine`, that batches are accepted, issued and sent, which the verdict, exit codes and alerts follow; or `customers`, single invoices, records and
 * receivers of organizations, which wait without holding up anything else.
 */
export type FindingGroup = 'engine' | 'customers';

/** An act of the dashboard, `chain.resume` of chain 2 for example. */
export type FindingAct = { readonly act: string; readonly id: number };

/** Parts of the overview. */
export type Section = 'batches' | 'chains' | 'records' | 'failures' | 'load' | 'installation';

/**
 * Findings in the order in which people should read them: the engine before customers' data, what is acknowledged last, what needs somebody before what can wait, and then as given, which is by
 * severity: what stops everything stands before what stops a part of it.
 */
export function orderFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ group, urgency, acknowledgement }: Finding) =>
    (group === 'engine' ? 0 : 2) + (urgency === 'act' ? 0 : 1) + (acknowledgement === null ? 0 : 2);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether somebody is needed for the engine. */
export function needsSomebody(findings: readonly Finding[]): boolean {
  return findings.some(({ group, urgency }) => group === 'engine' && urgency === 'act');
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `1 record`, `30,002 records`. */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** `1, 2, 3 and 7 more`. */
export function nameSome(ids: readonly number[], most = 3): string {
  const left = ids.length - most;
  return left > 0 ? `${ids.slice(0, most).join(', ')} and ${left} more` : ids.join(', ');
}

/** `2 min`, `3 h 05 min`, `4 days`. */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'under 1 min';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return `${Math.floor(ms / HOUR)} h ${String(minutes).padStart(2, '0')} min`;
  }
  return `${Math.floor(ms / DAY)} days`;
}

/** `10:02 UTC`; with the day where that could be meant of another one. People and logs of several places look at the same engine: every time that is shown names its zone. */
export function formatMoment(at: number, now: number): string {
  const text = new Date(at).toISOString();
  const time = `${text.slice(11, 16)} UTC`;
  return Math.abs(now - at) < DAY / 2 ? time : `${text.slice(0, 10)} ${time}`;
}
