import type { Pool } from 'pg';
import type { ApiVersion, FindingCode, WarningCode } from '../contracts/codes.ts';
import type { WantedFormats } from '../domain/einvoice/warn-of-formats.ts';
import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import type { Remark } from '../domain/reading/findings.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import type { SessionOrganization } from '../api/access/session-statements.ts';
import { readAsTenant } from '../platform/postgres/scoped-query.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import { findStoredWarnings } from './find-stored-warnings.ts';
import { foreseeRefusals, leaveOut } from './foresee-refusals.ts';
import { type Intake, withPermit } from './intake.ts';
import { refuseIssuersOfOthers } from './issuers-of-others.ts';
import { findNamedIds, matchRectifications } from './match-rectifications.ts';
import { refuseOtherNames } from './refuse-other-names.ts';
import { findProfiles } from '../recipients/recipient-profiles.ts';
import { findIssuerDetails, findSigners } from './statements/issuer-profiles.ts';

/** Remarks by the invoice's index. Several invoices may share one list. */
export type RemarksByInvoice<Code extends string> = ReadonlyMap<number, readonly Remark<Code>[]>;
export type Validation = {
  readonly kind: 'validated';
  /** One item per invoice, in the order of the request. */
  readonly externalInvoiceIds: readonly (string | null)[];
  /** First the findings of the invoices themselves, then those that depend on stored data. */
  readonly findings: readonly RemarksByInvoice<FindingCode>[];
  /** Warnings about invoices without findings, in the same order. */
  readonly warnings: readonly RemarksByInvoice<WarningCode>[];
  /** The computed amounts of invoices without findings, as JSON members; empty for version 1. */
  readonly amounts: ReadonlyMap<number, string>;
};

/**
 * Reports what would happen to a batch if it were created and issued now. Applies the rules of creation and the rules of issuing that
 * depend on issued invoices, and adds warnings about valid invoices. Stores nothing. Does not foresee later events, such as another
 * batch that takes the same number.
 * @throws SemaphoreTimeout if the organization has too many requests waiting.
 * @throws any database error.
 */
export async function validateBatch(
  context: Intake & { readonly pool: Pool },
  {
    version,
    organization,
    body,
    formats,
    now,
  }: {
    version: ApiVersion;
    organization: SessionOrganization;
    body: Buffer;
    /** The electronic formats of which warnings are wanted, and the profile of UBL. */
    formats: Pick<WantedFormats, 'formats' | 'profile'>;
    now: Date;
  },
): Promise<Validation | BodyRefusal> {
  const { organizationId, organizationName, issuerNifs, isMigrating } = organization;
  return withPermit(context, organizationId, body, async () => {
    const ask: Ask = (statement) => readAsTenant(context.pool, organizationId, statement);
    const examine = (
      wanted: Pick<ExamineContext, 'wantsWarnings' | 'wantsAmounts' | 'wantsRecipients' | 'formats'>,
    ) =>
      context.examiner.examine(body, organizationId, {
        version,
        organizationName,
        issuerNifs,
        isMigrating,
        today: todayInMadrid(now),
        ...wanted,
      });
    const wanted = { wantsWarnings: true, wantsAmounts: version === 2 };
    // Only a first examination shows whose profiles the formats need.
    const wantsFormats = formats.formats.length > 0;
    let found = await examine(wantsFormats ? { wantsRecipients: true } : wanted);
    if (found.kind === 'examined' && wantsFormats) {
      const nifs = listIssuers(found);
      const issuers = await findIssuerDetails(ask, organizationId, nifs);
      const wantsSigners = formats.formats.includes('facturae');
      const signers = await findSigners(ask, organizationId, wantsSigners ? nifs : [], now);
      const recipients = await findProfiles(ask, organizationId, new Set(found.recipientNumbers));
      found = await examine({ ...wanted, formats: { ...formats, issuers, recipients, signers } });
    }
    if (found.kind !== 'examined') return found;
    const owned = await refuseIssuersOfOthers(context.issuersOfOthers, organizationId, found);
    const named = await refuseOtherNames(context.pool, organizationId, owned);
    const ids = await findNamedIds(ask, organizationId, named);
    const foreseen = await foreseeRefusals(ask, organizationId, named, ids);
    const issuable = leaveOut(named, foreseen);
    const stored = await findStoredWarnings(ask, organizationId, matchRectifications(issuable, ids));
    const { externalInvoiceIds, failures, warnings, amounts } = named;
    const ofValid = <T>(all: ReadonlyMap<number, T>) =>
      new Map([...all].filter(([index]) => !failures.has(index) && !foreseen.has(index)));
    return {
      kind: 'validated',
      externalInvoiceIds,
      findings: [failures, foreseen],
      warnings: [ofValid(warnings), ofValid(stored)],
      amounts: ofValid(amounts),
    };
  });
}

function listIssuers({ identities }: ExaminedBody): string[] {
  const nifs = identities.flatMap((identity) =>
    identity === null ? [] : [readIdentity(identity).issuerNif],
  );
  return [...new Set(nifs)];
}
