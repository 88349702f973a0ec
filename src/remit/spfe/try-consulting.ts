import type { Pool } from 'pg';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe-issuers.sql.ts';
import { openTransport, type TransportContext } from './transport/open-transport.ts';
import type { SpfeOutcome } from './transport/spfe-transport.ts';

/*
 * Whoever sends for an issuer must be able to ask what the SPFE has of it, because nothing whose
 * answer was lost is sent again before. A third party needs a representation for consulting that
 * sending does not need.
 */

/** Whether the SPFE answers a question about an issuer with the certificate of one organization. */
export type Consulting = {
  readonly organizationId: number;
  /** Why it does not, and what to do; null if it does. */
  readonly fault: { readonly why: string; readonly remedy: string } | null;
};

/** The number of an invoice that nobody issues: the SPFE answers that it does not know it. */
const NUMBER = 'CONSULTA-DE-PRUEBA';
const CERTIFICATE =
  'add a valid certificate of the issuer or of its representative: npm run engine -- org certificate add';

/**
 * Asks the SPFE about an invoice of an issuer that does not exist, for each organization that issues
 * for it, with the certificate with which its invoices are sent. It changes nothing at the SPFE.
 * @returns nothing if no organization issues for the issuer.
 * @throws when the database is unavailable. Every failure of the SPFE or the network is a result.
 */
export async function tryConsulting(
  context: TransportContext & { readonly pool: Pool },
  issuerNif: string,
): Promise<readonly Consulting[]> {
  const { rows } = await query(context.pool, sql.listOrganizationsOfIssuer(issuerNif));
  const found: Consulting[] = [];
  for (const { id: organizationId } of rows)
    found.push({ organizationId, fault: await ask(context, organizationId, issuerNif) });
  return found;
}

async function ask(
  context: TransportContext,
  organizationId: number,
  issuerNif: string,
): Promise<Consulting['fault']> {
  const opened = await openTransport(context, organizationId, issuerNif);
  if (typeof opened === 'string') return { why: opened, remedy: CERTIFICATE };
  await using transport = opened;
  const code = { issuerNif, number: NUMBER, issueDate: todayInMadrid(context.now()) };
  return explain(await transport.find([code]));
}

function explain(outcome: SpfeOutcome<unknown>): Consulting['fault'] {
  if (outcome.kind === 'answered') return null;
  if (outcome.kind === 'fault') {
    const why = [outcome.code, outcome.text].filter((part) => part !== null).join(': ');
    return {
      why: `it refused the question: ${why || 'no reason'}`,
      remedy:
        'a third party needs a registered power of attorney of the issuer for consulting (apoderamiento), also where sending needs none',
    };
  }
  const why = `${outcome.reason}: ${outcome.detail}`;
  if (outcome.kind === 'unknown') return { why, remedy: 'decide again when it answers' };
  return outcome.reason === 'tls' || outcome.reason === 'certificate'
    ? { why, remedy: CERTIFICATE }
    : { why, remedy: 'start it, or correct SPFE_URL' };
}
