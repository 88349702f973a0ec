/** Something that operators should know, with what helps. */
export type Finding = {
  /** Names it for as long as it lasts. */
  readonly id: string;
  /** `act`: it stays until a person does something. `look`: when there is time. */
  readonly urgency: 'act' | 'look';
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

/** An act of the dashboard, `chain.resume` of chain 2 for example. */
export type FindingAct = { readonly act: string; readonly id: number };

/** Parts of the overview. */
export type Section = 'batches' | 'chains' | 'records' | 'failures' | 'load' | 'installation';

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
