import { findDeceptiveCharacter, nameCodePoint } from './shown-text.ts';
import { formatMessage } from './messages/format-message.ts';
import type { Text } from './messages/texts.ts';

/**
 * The acts of operators that the audit log records, each named after its object. The database has
 * the same list (migrations/0009-operators.sql).
 */
export const OPERATOR_ACTS = [
  'finding.acknowledge',
  'organization.create',
  'organization.bind',
  'organization.outside',
  'organization.pdfs',
  'organization.keep',
  'organization.migrating',
  'organization.pause',
  'organization.resume',
  'key.create',
  'key.rights',
  'key.revoke',
  'issuer.change',
  'recipient.change',
  'recipient.remove',
  'series.create',
  'series.change',
  'certificate.add',
  'certificate.remove',
  'certificate.reseal',
  'webhook.add',
  'webhook.change',
  'webhook.rotate',
  'webhook.reseal',
  'webhook.enable',
  'webhook.disable',
  'webhook.remove',
  'webhook.replay',
  'webhook.test',
  'operator.add',
  'operator.role',
  'operator.password',
  'operator.totp',
  'operator.lock',
  'operator.unlock',
  'operator.remove',
  'chain.resume',
  'chain.renew',
  'chain.compare',
  'chain.send',
  'chain.verify',
  'invoice.annul',
  'invoice.resend',
  'invoice.index',
  'facturae.drop',
  'batch.look',
  'batch.retry',
  'pdf.retry',
  'month.archive',
  'month.restore',
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
  'organization.unique_ids',
  'issuer.register',
  'register.resume',
  'organization.census',
  'register.compare',
  'register.backlog',
  'issuer.spfe',
  'spfe.resume',
  'spfe.order',
  'spfe.compare',
  'spfe.outage',
  'organization.persons',
] as const;
export type OperatorAct = (typeof OPERATOR_ACTS)[number];

/**
 * Prefix of the names of dashboard operators. The database role of the dashboard can record acts
 * only under such names (migrations/0009-operators.sql).
 */
export const DASHBOARD_OPERATOR = 'dashboard:';
/**
 * Prefix of the operator name of an order given with an API key: the id of the key follows. The
 * database writes it (migrations/0007-corrections.sql).
 */
export const KEY_OPERATOR = 'key:';

/** Counts code points, as the database does, not UTF-16 code units. */
const SHORT = /^.{0,500}$/su;
/** Matches characters that break a line or change its direction. */
const CONTROL = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;
/** Matches a visible character: one that is neither blank nor invisible. */
const VISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- the class means each code point by itself
  /[^\u0020\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;

/**
 * What is wrong with a text: the code of version 2 of the API, and words that follow the name of
 * the member.
 */
export type TextFault = {
  readonly code: 'too_long' | 'forbidden_characters' | 'blank';
  readonly words: Text;
};

/**
 * Returns what is wrong with an operator's name or reason, or undefined. The database has the same
 * rules, except the one about combining marks (migrations/0009-operators.sql).
 */
export function findTextFault(text: string): TextFault | undefined {
  if (!SHORT.test(text)) return { code: 'too_long', words: formatMessage('most_characters', { most: 500 }) };
  const control = text.match(CONTROL)?.[0];
  if (control !== undefined)
    return {
      code: 'forbidden_characters',
      words: formatMessage('control_character', { character: nameCodePoint(control) }),
    };
  const deceptive = findDeceptiveCharacter(text);
  if (deceptive !== null)
    return {
      code: 'forbidden_characters',
      words: formatMessage('shown_differently', { character: deceptive }),
    };
  return VISIBLE.test(text) ? undefined : { code: 'blank', words: formatMessage('nothing_visible') };
}

/**
 * Escapes characters that would break a line of output or change its direction, for example as
 * `\u000a`.
 */
export function showControls(text: string): string {
  return text.replaceAll(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The operator who gives an order, and the reason. */
export type Order = { readonly operator: string; readonly reason: string | null };

/**
 * The identity behind a request to the dashboard: the hash of a session token, or the name of the
 * shared login. From the hash, the database finds the operator and checks their role
 * (migrations/0009-operators.sql).
 */
export type Actor = { readonly tokenHash: Buffer } | { readonly shared: string };

/**
 * An order given in the dashboard. `operator` is only for the log; the database derives the
 * operator from `actor`.
 */
export type DashboardOrder = Order & {
  readonly actor: Actor;
  /** IP address of the client. */
  readonly client: string;
};

/**
 * Thrown when the database refuses an actor: the session has ended, its operator no longer has the
 * right to act, or the shared login has the name of an operator. Nothing was done.
 */
export class ActorRefused extends Error {
  override name = 'ActorRefused';
}

/** An entry of the audit log: an act and its object. It never contains a secret. */
export type Act = {
  readonly act: OperatorAct;
  /** null or absent if the act concerns the whole installation or several organizations. */
  readonly organizationId?: number | null;
  /** Id of the object of the act. */
  readonly subjectId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
};
