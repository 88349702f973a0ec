import type { Acknowledgement } from './statements/acknowledgements.ts';

/** A finding for operators, with its remedy. */
export type Finding = {
  /** Identifies the finding as long as it lasts. */
  readonly id: string;
  readonly group: FindingGroup;
  /** `act`: it lasts until a person acts. `look`: it can wait. */
  readonly urgency: 'act' | 'look';
  /**
   * Time of the newest item that the finding concerns; an acknowledgement covers items up to it.
   * null if it is not known, as for all findings of the engine.
   */
  readonly newestAt: number | null;
  /** Acknowledgement that covers all items; null if there is none. */
  readonly acknowledgement: Acknowledgement | null;
  /** The finding in one line. */
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly since: number | null;
  readonly why: string | null;
  /** The remedy, with its command. */
  readonly todo: string;
  /** Acts of the dashboard that help. */
  readonly acts: readonly FindingAct[];
  /** Section of the page with the details. */
  readonly section: Section;
};

/**
 * Members of every finding of the engine. It ends when its cause is removed and cannot be
 * acknowledged.
 */
export const OF_ENGINE = { group: 'engine', newestAt: null, acknowledgement: null } as const;
/** Initial members of every finding on customers' data. */
export const OF_CUSTOMERS = { group: 'customers', acknowledgement: null } as const;

/**
 * Subject of a finding. `engine`: whether batches are accepted, issued and submitted; the verdict,
 * exit codes and alerts depend on it. `customers`: single invoices, records and receivers of
 * organizations, which wait without delaying anything else.
 */
export type FindingGroup = 'engine' | 'customers';

/** An act of the dashboard, for example `chain.resume` of chain 2. */
export type FindingAct = { readonly act: string; readonly id: number };

/** Sections of the overview. */
export type Section =
  | 'batches'
  | 'chains'
  | 'sii'
  | 'spfe'
  | 'records'
  | 'failures'
  | 'load'
  | 'installation';

/**
 * Orders findings by priority: the engine before customers' data, acknowledged ones last, and
 * findings that need a person before those that can wait. Otherwise the given order stays, which is
 * by severity: a finding that stops everything precedes one that stops a part.
 */
export function orderFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ group, urgency, acknowledgement }: Finding) =>
    (group === 'engine' ? 0 : 2) + (urgency === 'act' ? 0 : 1) + (acknowledgement === null ? 0 : 2);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns whether the engine needs a person. */
export function needsSomebody(findings: readonly Finding[]): boolean {
  return findings.some(({ group, urgency }) => group === 'engine' && urgency === 'act');
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Formats a number with its noun: `1 record`, `30,002 records`. */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** Lists the first ids: `1, 2, 3 and 7 more`. */
export function nameSome(ids: readonly number[], most = 3): string {
  const left = ids.length - most;
  return left > 0 ? `${ids.slice(0, most).join(', ')} and ${left} more` : ids.join(', ');
}

/** `issuer B12345674 of organization 1`. */
export const nameIssuer = ({
  organizationId,
  issuerNif,
}: {
  readonly organizationId: number;
  readonly issuerNif: string;
}): string => `issuer ${issuerNif} of organization ${organizationId}`;

/** `organization 1`, `organizations 1, 2, 3 and 7 more`. */
export const nameOrganizations = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'organization' : 'organizations'} ${nameSome(ids)}`;

/** Formats a duration: `2 min`, `3 h 05 min`, `4 days`. */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'under 1 min';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return `${Math.floor(ms / HOUR)} h ${String(minutes).padStart(2, '0')} min`;
  }
  return `${Math.floor(ms / DAY)} days`;
}

/**
 * Formats a time: `10:02 UTC`, with the date if it is more than 12 hours away from now. Every
 * displayed time names its zone, because people and logs of several places refer to the same
 * engine.
 */
export function formatMoment(at: number, now: number): string {
  const text = new Date(at).toISOString();
  const time = `${text.slice(11, 16)} UTC`;
  return Math.abs(now - at) < DAY / 2 ? time : `${text.slice(0, 10)} ${time}`;
}
