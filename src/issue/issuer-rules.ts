import type { Pool } from 'pg';
import type { IssuerRules } from '../domain/registers/register-document.ts';
import { listDelivering } from '../domain/spfe/choose-mode.ts';
import { findIssuerDetails } from '../organizations/issuer-details.ts';
import { query } from '../platform/postgres/statement.ts';
import type { Decided, UnfinishedBatch } from './statements/issuing.ts';

/* What operators decided about the issuers of a batch. */

/** Returns what was decided about issuers, with the profiles of those whose invoices are delivered. */
export async function readIssuerRules(
  pool: Pool,
  { organizationId, verifactu }: UnfinishedBatch,
  { decisions, spfe, arePersonsBusinesses }: Decided,
): Promise<IssuerRules> {
  const issuers = await findIssuerDetails(
    (statement) => query(pool, statement),
    organizationId,
    listDelivering({ spfe }),
  );
  return { verifactu, decisions, spfe, arePersonsBusinesses, issuers };
}

/** Returns whether something else was decided about these issuers than before. */
export function isDecidedOtherwise(issuerNifs: readonly string[], before: Decided, now: Decided): boolean {
  if (isEmpty(before) && isEmpty(now)) return false;
  const isTheirs = ({ issuerNif }: { readonly issuerNif: string }) => issuerNifs.includes(issuerNif);
  const describe = ({ decisions, spfe, arePersonsBusinesses }: Decided) => {
    const ofRegisters = decisions.filter(isTheirs);
    const ofDeliveries = spfe.filter(isTheirs);
    return JSON.stringify([
      ofRegisters.map(({ issuerNif, register, period, validFrom }) => [
        issuerNif,
        validFrom,
        register,
        period,
      ]),
      ofDeliveries.map(({ issuerNif, mode, channel, validFrom }) => [issuerNif, validFrom, mode, channel]),
      // It matters to deliveries alone.
      ofDeliveries.length > 0 && arePersonsBusinesses,
    ]);
  };
  return describe(before) !== describe(now);
}

const isEmpty = ({ decisions, spfe }: Decided): boolean => decisions.length + spfe.length === 0;
