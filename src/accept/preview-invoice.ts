import type { Pool } from 'pg';
import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { listNumbered, type ReplacedAmounts, sumCharged } from '../domain/invoice/originals.ts';
import { matchPrepared } from '../domain/invoice/prepare-invoice.ts';
import { refuseIssuer } from '../domain/invoice/read-issuer-and-number.ts';
import { rectifyingOf } from '../domain/invoice/rectifying.ts';
import { trackReplacements } from '../domain/invoice/replacements.ts';
import { resolveRectified } from '../domain/invoice/resolve-rectified.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { FULL_RULES } from '../domain/reading/request-rules.ts';
import type { SessionOrganization } from '../organizations/access/session-statements.ts';
import { type Ask, findIssuedIds, readOriginals } from '../issue/statements/lookups.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import { completeWithProfiles } from '../organizations/recipients/recipient-profiles.ts';
import { withRegisters } from './examine-context.ts';
import { refuseFindings } from './refuse-findings.ts';
import type { Intake } from './intake.ts';
import type { BodyRefusal } from './refuse-shape.ts';

export type Previewed = { readonly kind: 'previewed'; readonly document: InvoiceDocument } | BodyRefusal;

/**
 * Prepares the document that an invoice would have if it were issued now. Applies the rules of the
 * invoice and resolves the issued invoices that it corrects or replaces, and completes it with the
 * profiles of its recipients, but does not check whether its number is free.
 */
export async function previewInvoice(
  {
    pool,
    examiner,
    issuersOfOthers,
    knownSeries,
    knownDecisions,
  }: Pick<Intake, 'examiner' | 'issuersOfOthers' | 'knownSeries' | 'knownDecisions'> & {
    readonly pool: Pool;
  },
  {
    organization,
    body,
    now,
    readDocument,
  }: {
    organization: SessionOrganization;
    body: Buffer;
    now: Date;
    /** Reads the document of an issued invoice of the organization. */
    readDocument: (id: number) => Promise<InvoiceDocument>;
  },
): Promise<Previewed> {
  const { organizationId, organizationName, issuerNifs, isMigrating } = organization;
  const series = await knownSeries.read(organizationId);
  const prepared = await examiner.prepare(body, organizationId, {
    rules: FULL_RULES,
    organizationName,
    issuerNifs,
    isMigrating,
    ...(series.length > 0 && { series }),
    ...withRegisters((await knownDecisions.read()).decisions),
    today: todayInMadrid(now),
  });
  if (prepared.kind === 'refused') return prepared;
  const ask: Ask = (statement) => readAsOrganization(pool, organizationId, statement);
  const { numbered, document } = prepared.invoice;
  const standings = await issuersOfOthers.find(organizationId, [document.issuer.nif]);
  if (standings.get(document.issuer.nif) === 'bound')
    return refuseFindings([refuseIssuer(document.issuer.nif)]);
  const ids = await findIssuedIds(
    ask,
    organizationId,
    listNumbered([{ numbered, issuerNif: document.issuer.nif }]),
  );
  const invoice = matchPrepared(prepared.invoice, ids);
  const { found, leads, replacedBy } = await readOriginals(
    ask,
    organizationId,
    invoice.originals.map(({ id }) => id),
  );
  const charged = new Map<number, ReplacedAmounts>();
  if (rectifyingOf(invoice.document).needsReplaced)
    for (const [id, { isArchived }] of found)
      if (!isArchived) charged.set(id, sumCharged(await readDocument(id)));
  const resolved = resolveRectified(
    invoice,
    { found, replacements: trackReplacements(leads, replacedBy) },
    charged,
  );
  return resolved.kind === 'refused'
    ? refuseFindings(resolved.findings)
    : {
        kind: 'previewed',
        document: await completeWithProfiles(ask, organizationId, resolved.invoice.document),
      };
}
