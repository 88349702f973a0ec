import type { Pool } from 'pg';
import type { FindingCode, WarningCode } from '../contracts/codes.ts';
import type { WantedFormats } from '../domain/einvoice/warn-of-formats.ts';
import type { CensusJudgement } from '../domain/census/judge-parties.ts';
import type { Party } from '../domain/census/list-parties.ts';
import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import type { Remark } from '../domain/reading/findings.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import type { SessionOrganization } from '../organizations/access/session-statements.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import { type ExamineContext, withRegisters } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import { findDeliveryRules } from './find-delivery-rules.ts';
import { findStoredWarnings } from './find-stored-warnings.ts';
import { foreseeRefusals, leaveOut } from './foresee-refusals.ts';
import { type Intake, withPermit } from './intake.ts';
import { refuseIssuersOfOthers } from './issuers-of-others.ts';
import { findNamedIds, matchRectifications } from './match-rectifications.ts';
import { refuseOtherNames } from './refuse-other-names.ts';
import { refuseUsedIds } from './unique-ids.ts';
import { findProfiles } from '../organizations/recipients/recipient-profiles.ts';
import { findIssuerDetails } from '../organizations/issuer-details.ts';
import { findSigners } from './statements/issuer-profiles.ts';

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
  /**
   * The computed amounts of invoices without findings, as JSON members; empty unless the caller
   * asked for them.
   */
  readonly amounts: ReadonlyMap<number, string>;
  /** The parties of invoices without findings; empty unless the caller asked for them. */
  readonly parties: ReadonlyMap<number, readonly Party[]>;
};

/**
 * Reports what would happen to a batch if it were created and issued now. Applies the rules of
 * creation and the rules of issuing that depend on issued invoices, and adds warnings about valid
 * invoices. Stores nothing. Does not foresee later events, such as another batch that takes the
 * same number.
 * @throws SemaphoreTimeout if the organization has too many requests waiting.
 * @throws any database error.
 */
export async function validateBatch(
  context: Intake & { readonly pool: Pool },
  {
    rules,
    wantsAmounts,
    wantsParties = false,
    organization,
    body,
    formats,
    now,
  }: {
    rules: RequestRules;
    wantsAmounts: boolean;
    wantsParties?: boolean;
    organization: SessionOrganization;
    body: Buffer;
    /** The electronic formats of which warnings are wanted, and the profile of UBL. */
    formats: Pick<WantedFormats, 'formats' | 'profile' | 'hasSpfe'>;
    now: Date;
  },
): Promise<Validation | BodyRefusal> {
  const { organizationId, organizationName, issuerNifs, isMigrating } = organization;
  return withPermit(context, organizationId, body, async () => {
    const ask: Ask = (statement) => readAsOrganization(context.pool, organizationId, statement);
    const series = await context.knownSeries.read(organizationId);
    const known = await context.knownDecisions.read();
    const examine = (wanted: Partial<ExamineContext>) =>
      context.examiner.examine(body, organizationId, {
        rules,
        organizationName,
        issuerNifs,
        isMigrating,
        ...(series.length > 0 && { series }),
        ...withRegisters(known.decisions),
        today: todayInMadrid(now),
        ...wanted,
      });
    const wanted = { wantsWarnings: true, wantsAmounts, wantsParties };
    // Only a first examination shows whose profiles the formats and the deliveries need.
    const wantsFormats = formats.formats.length > 0 || formats.hasSpfe === true;
    let found = await examine(
      wantsFormats
        ? { wantsRecipients: true }
        : { ...wanted, ...(known.spfe.length > 0 && { wantsRecipients: known.spfe }) },
    );
    const delivering =
      found.kind === 'examined' ? await findDeliveryRules(ask, organizationId, known, found) : null;
    if (found.kind === 'examined' && wantsFormats) {
      const nifs = listIssuers(found);
      const issuers = await findIssuerDetails(ask, organizationId, nifs);
      const wantsSigners = formats.formats.includes('facturae');
      const signers = await findSigners(ask, organizationId, wantsSigners ? nifs : [], now);
      const recipients = await findProfiles(ask, organizationId, new Set(found.recipientNumbers));
      found = await examine({
        ...wanted,
        ...delivering,
        formats: { ...formats, issuers, recipients, signers },
      });
    } else if (delivering !== null) found = await examine({ ...wanted, ...delivering });
    if (found.kind !== 'examined') return found;
    const owned = await refuseIssuersOfOthers(context.issuersOfOthers, organizationId, found);
    const withNames = await refuseOtherNames(context.pool, organizationId, owned);
    const named = organization.hasUniqueIds
      ? await refuseUsedIds(context.pool, organizationId, withNames)
      : withNames;
    const ids = await findNamedIds(ask, organizationId, named);
    const foreseen = await foreseeRefusals(ask, organizationId, named, ids);
    const issuable = leaveOut(named, foreseen);
    const stored = await findStoredWarnings(ask, organizationId, matchRectifications(issuable, ids));
    const { externalInvoiceIds, failures, warnings, amounts, parties } = named;
    const ofValid = <T>(all: ReadonlyMap<number, T>) =>
      new Map([...all].filter(([index]) => !failures.has(index) && !foreseen.has(index)));
    return {
      kind: 'validated',
      externalInvoiceIds,
      findings: [failures, foreseen],
      warnings: [ofValid(warnings), ofValid(stored)],
      amounts: ofValid(amounts),
      parties: ofValid(parties),
    };
  });
}

/** Adds what AEAT's census says of the parties of a batch to its validation. */
export function addCensus(validation: Validation, { findings, warnings }: CensusJudgement): Validation {
  const ofValid = <T>(all: ReadonlyMap<number, T>) =>
    new Map([...all].filter(([index]) => !findings.has(index)));
  return {
    ...validation,
    findings: [...validation.findings, findings],
    warnings: [...validation.warnings, warnings].map(ofValid),
    amounts: ofValid(validation.amounts),
  };
}

function listIssuers({ identities }: ExaminedBody): string[] {
  const nifs = identities.flatMap((identity) =>
    identity === null ? [] : [readIdentity(identity).issuerNif],
  );
  return [...new Set(nifs)];
}
