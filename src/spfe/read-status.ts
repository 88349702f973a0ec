import type { MessageLanguage } from '../contracts/messages/texts.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { SpfeStatusView } from '../contracts/v2/spfe-status.ts';
import { LAST_COMPANION_DAY } from '../domain/spfe/pdf-companion.ts';
import type { Environment } from '../platform/config/environment.ts';
import { hasSpfeTransport } from '../platform/config/spfe-settings.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import * as sql from './spfe-status.sql.ts';
import { showState } from './view-delivery.ts';

/** Says that nothing has been sent, while there is no connection to the SPFE; otherwise null. */
export function sayUnpublished(environment: Environment, language: MessageLanguage): string | null {
  return hasSpfeTransport(environment) ? null : formatMessage('spfe_unpublished')[language];
}

/**
 * Reads the status of the SPFE for an organization, as a member of it.
 * @param issuerNifs to which the organization is bound; null if it is bound to none.
 * @param today `YYYY-MM-DD` in Madrid.
 */
export async function readSpfeStatus(
  connection: Connection,
  {
    organizationId,
    issuerNifs,
  }: { readonly organizationId: number; readonly issuerNifs: ReadonlySet<string> | null },
  { environment, today, language }: { environment: Environment; today: string; language: MessageLanguage },
): Promise<SpfeStatusView> {
  const countedFrom = aYearBefore(today);
  const bound = issuerNifs && [...issuerNifs];
  const [issuers, downtimes] = await Promise.all([
    readAsOrganization(
      connection,
      organizationId,
      sql.listSpfeStatus(organizationId, bound, today, countedFrom),
    ),
    readAsOrganization(connection, organizationId, sql.getSpfeDowntime()),
  ]);
  const hasTransport = hasSpfeTransport(environment);
  return {
    transport: environment.SPFE_TRANSPORT,
    environment: environment.SPFE_ENVIRONMENT,
    notice: sayUnpublished(environment, language),
    downtime: downtimes.rows[0] ?? null,
    counted_from: countedFrom,
    issuers: issuers.rows.map((row) => ({
      issuer_nif: row.issuerNif,
      mode: row.mode,
      channel: row.channel,
      basis: row.basis,
      from: row.validFrom,
      pdf_companion_until: row.basis === 'turnover' && row.mode !== 'off' ? LAST_COMPANION_DAY : null,
      halted:
        row.haltedAt === null || row.haltedReason === null
          ? null
          : { since: row.haltedAt, reason: row.haltedReason },
      counts: row.counts.map(({ state, invoices }) => ({ state: showState(state, hasTransport), invoices })),
      oldest_pending_at: row.oldestPendingAt,
    })),
  };
}

/** The first day of the same month of the year before. */
function aYearBefore(today: string): string {
  return `${String(Number(today.slice(0, 4)) - 1)}${today.slice(4, 8)}01`;
}
