/* Generated from audit.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListActsRow = {
  readonly id: number;
  readonly at: number;
  readonly act:
    | 'finding.acknowledge'
    | 'organization.create'
    | 'organization.bind'
    | 'organization.outside'
    | 'organization.pdfs'
    | 'organization.keep'
    | 'organization.migrating'
    | 'organization.pause'
    | 'organization.resume'
    | 'key.create'
    | 'key.rights'
    | 'key.revoke'
    | 'issuer.change'
    | 'recipient.change'
    | 'recipient.remove'
    | 'series.create'
    | 'series.change'
    | 'certificate.add'
    | 'certificate.remove'
    | 'certificate.reseal'
    | 'webhook.add'
    | 'webhook.change'
    | 'webhook.rotate'
    | 'webhook.reseal'
    | 'webhook.enable'
    | 'webhook.disable'
    | 'webhook.remove'
    | 'webhook.replay'
    | 'webhook.test'
    | 'operator.add'
    | 'operator.role'
    | 'operator.password'
    | 'operator.totp'
    | 'operator.lock'
    | 'operator.unlock'
    | 'operator.remove'
    | 'chain.resume'
    | 'chain.renew'
    | 'chain.compare'
    | 'chain.send'
    | 'chain.verify'
    | 'invoice.annul'
    | 'invoice.resend'
    | 'invoice.index'
    | 'facturae.drop'
    | 'batch.look'
    | 'batch.retry'
    | 'pdf.retry'
    | 'month.archive'
    | 'month.restore'
    | 'database.restore'
    | 'database.backup'
    | 'database.check'
    | 'retention.erase'
    | 'queue.pause'
    | 'queue.resume'
    | 'queue.retry'
    | 'queue.promote'
    | 'queue.clean'
    | 'job.retry'
    | 'job.promote'
    | 'job.clean'
    | 'organization.unique_ids'
    | 'issuer.register'
    | 'register.resume'
    | 'organization.census'
    | 'register.compare'
    | 'register.backlog'
    | 'issuer.spfe'
    | 'spfe.resume'
    | 'spfe.order'
    | 'spfe.compare'
    | 'spfe.outage'
    | 'organization.persons';
  readonly operator: string;
  readonly reason: string | null;
  readonly organizationId: number | null;
  readonly subjectId: number | null;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Returns a page of the audit log, oldest entries first. */
export const listActs: Statement<
  [
    after: number | bigint,
    most: number | bigint,
    since: Date | null,
    before: Date | null,
    organizationId: number | bigint | null,
    act: string | null,
    operator: string | null,
  ],
  ListActsRow
> = statement('listActs');
