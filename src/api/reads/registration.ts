import type { RegistrationRecordView } from '../../contracts/answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';
import type { Text } from '../../contracts/messages/texts.ts';

export type Registration = {
  readonly isIssued: boolean;
  readonly processingError: Text | null;
  readonly qrUrl: string | null;
  readonly annulledAt: string | null;
  readonly records: readonly RegistrationRecordView[];
};

/**
 * Returns what was reported to AEAT about a batch invoice and what AEAT answered, or null if the
 * organization has no batch invoice with this id.
 */
export async function getRegistration(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<Registration | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getRegistration(organizationId, id),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { isIssued, processingError, qr_url: qrUrl, annulled_at: annulledAt } = first;
  const records = rows
    .filter(({ sequence }) => sequence !== null)
    .map(
      ({ isIssued: _issued, processingError: _error, qr_url: _url, annulled_at: _at, ...record }) =>
        record as RegistrationRecordView,
    );
  return { isIssued, processingError, qrUrl, annulledAt, records };
}
