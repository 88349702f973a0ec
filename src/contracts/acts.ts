/** What operators do that is written down, named by what it is done to. The database has the same list (migrations/0011). */
export const OPERATOR_ACTS = [
  'organization.create',
  'key.create',
  'key.revoke',
  'issuer.change',
  'certificate.add',
  'certificate.remove',
  'certificate.reseal',
  'chain.resume',
  'chain.renew',
  'chain.compare',
  'invoice.annul',
  'invoice.resend',
  'database.restore',
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

/** Who gives an order, and why. */
export type Order = { readonly operator: string; readonly reason: string | null };

/** What was done, to what. Never a secret. */
export type Act = {
  readonly act: OperatorAct;
  /** null or absent: it concerns the whole installation, or several organizations. */
  readonly organizationId?: number | null;
  /** Id of what the act names. */
  readonly subjectId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
};
