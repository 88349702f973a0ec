import { findDeceptiveCharacter, nameCodePoint } from './shown-text.ts';

/** What operators do that is written down, named by what it is done to. The database has the same list (migrations/0009-operators.sql). */
export const OPERATOR_ACTS = [
  'finding.acknowledge',
  'organization.create',
  'organization.bind',
  'organization.outside',
  'organization.pdfs',
  'organization.keep',
  'organization.pause',
  'organization.resume',
  'key.create',
  'key.rights',
  'key.revoke',
  'issuer.change',
  'certificate.add',
  'certificate.remove',
  'certificate.reseal',
  'webhook.add',
  'webhook.rotate',
  'webhook.reseal',
  'webhook.enable',
  'webhook.remove',
  'webhook.replay',
  'operator.add',
  'operator.role',
  'operator.password',
  'operator.totp',
  'operator.remove',
  'chain.resume',
  'chain.renew',
  'chain.compare',
  'chain.send',
  'chain.verify',
  'invoice.annul',
  'invoice.resend',
  'batch.look',
  'batch.retry',
  'pdf.retry',
  'month.leave',
  'month.return',
  'database.restore',
  'database.backup',
  'database.check',
  'retention.erase',
  'queue.pause',
  'queue.resume',
  'queue.retry',
  'queue.promote',
  'queue.clean',
  'job.retry',
  'job.promote',
  'job.clean',
] as const;
export type OperatorAct = (typeof OPERATOR_ACTS)[number];

/** What names of operators in the dashboard begin with, and no others do: its role may write nothing else (migrations/0009-operators.sql). */
export const DASHBOARD_OPERATOR = 'dashboard:';
/** What stands before the id of an API key that gave an order; the database writes it by itself (migrations/0007-corrections.sql). */
export const KEY_OPERATOR = 'key:';

/** In characters, as the database counts, not in halves of surrogate pairs. */
const SHORT = /^.{0,500}$/su;
/** Breaks the line, or turns its reading order round. */
const CONTROL = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;
/** Shows something; everything else is a blank or invisible. */
const VISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant by itself
  /[^\u0020\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;

/** What is wrong with an operator's name or reason, or undefined. The database has the same rules, but for piled marks (migrations/0009-operators.sql). */
export function findTextFault(text: string): string | undefined {
  if (!SHORT.test(text)) return 'must have at most 500 characters';
  const control = text.match(CONTROL)?.[0];
  if (control !== undefined) return `must have no control character: ${nameCodePoint(control)} is one`;
  const deceptive = findDeceptiveCharacter(text);
  if (deceptive !== null) return `must not contain ${deceptive}`;
  return VISIBLE.test(text) ? undefined : 'must have a character that can be seen';
}

/** Writes out what could begin a line that nobody wrote, or turn it round: `\u000a`. */
export function showControls(text: string): string {
  return text.replaceAll(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Who gives an order, and why. */
export type Order = { readonly operator: string; readonly reason: string | null };

/** Who acts in the dashboard: the hash of a session's token, of which the database finds out whose it is and whether they may, or the name of the shared login (migrations/0009-operators.sql). */
export type Actor = { readonly tokenHash: Buffer } | { readonly shared: string };

/** From the dashboard. `operator` is for the log: the database finds its own. */
export type DashboardOrder = Order & {
  readonly actor: Actor;
  /** Address that it came from. */
  readonly client: string;
};

/** The session has ended, its operator may not act any more, or the shared login has the name of an operator. Nothing is done. */
export class ActorRefused extends Error {
  override name = 'ActorRefused';
}

/** What was done, to what. Never a secret. */
export type Act = {
  readonly act: OperatorAct;
  /** null or absent: it concerns the whole installation, or several organizations. */
  readonly organizationId?: number | null;
  /** Id of what the act names. */
  readonly subjectId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
};
