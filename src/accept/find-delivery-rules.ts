import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import { chooseDelivering } from '../domain/spfe/choose-mode.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import { findIssuerDetails } from '../organizations/issuer-details.ts';
import { findProfiles } from '../organizations/recipients/recipient-profiles.ts';
import type { Decisions } from '../organizations/registers/known-decisions.ts';
import { arePersonsBusinesses } from '../organizations/spfe/persons.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';

/**
 * Finds what judging the deliveries of examined invoices to the SPFE takes: the profiles of their
 * issuers and recipients, and the default of their organization.
 * @param found lists the numbers of the recipients of invoices that are delivered.
 * @returns null if no invoice is delivered, so that the examination is complete.
 */
export async function findDeliveryRules(
  ask: Ask,
  organizationId: number,
  { decisions, spfe }: Decisions,
  found: ExaminedBody,
): Promise<Pick<ExamineContext, 'registers' | 'recipients'> | null> {
  if (spfe.length === 0) return null;
  const delivered = new Set(
    found.identities.flatMap((text) => {
      if (text === null) return [];
      const { issuerNif, issueDate } = readIdentity(text);
      return chooseDelivering({ spfe }, issuerNif, issueDate) === null ? [] : [issuerNif];
    }),
  );
  if (delivered.size === 0) return null;
  const issuers = await findIssuerDetails(ask, organizationId, [...delivered]);
  const recipients = await findProfiles(ask, organizationId, new Set(found.recipientNumbers));
  const ofOrganization = await arePersonsBusinesses(ask, organizationId);
  const own = spfe.filter(({ issuerNif }) => delivered.has(issuerNif));
  return {
    registers: { verifactu: true, decisions, spfe: own, arePersonsBusinesses: ofOrganization, issuers },
    recipients,
  };
}
