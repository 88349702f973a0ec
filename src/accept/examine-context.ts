import type { WantedFormats } from '../domain/einvoice/warn-of-formats.ts';
import type { RegisterDecision } from '../domain/registers/choose-register.ts';
import type { IssuerRules } from '../domain/registers/register-document.ts';
import { NO_DELIVERIES } from '../domain/spfe/draft-delivery.ts';
import type { RecipientProfiles } from '../domain/recipients/complete-document.ts';
import type { SpfeDecision } from '../domain/spfe/choose-mode.ts';
import type { StoredSeries } from '../domain/series/series-rules.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';

/** What the examination of a request body needs to know. */
export type ExamineContext = {
  readonly rules: RequestRules;
  readonly organizationName: string;
  /** NIFs that the organization may issue for; null means any NIF. */
  readonly issuerNifs: ReadonlySet<string> | null;
  /** The series of the organization; absent if it has none. */
  readonly series?: readonly StoredSeries[];
  /** What was decided about the issuers; absent if nothing was. */
  readonly registers?: IssuerRules;
  /** Today's date in Madrid. */
  readonly today: string;
  /**
   * Whether the organization may issue invoices with earlier dates, because it migrates from
   * another system.
   */
  readonly isMigrating: boolean;
  /** Whether to collect warnings. */
  readonly wantsWarnings?: boolean;
  /** Whether to compute the amounts of the valid invoices. */
  readonly wantsAmounts?: boolean;
  /**
   * Whether to list the numbers of the recipients of valid invoices, by which their profiles are
   * found; or the decisions by which the invoices are delivered whose recipients are listed.
   */
  readonly wantsRecipients?: boolean | readonly SpfeDecision[];
  /** The profiles of recipients with which invoices are completed that are delivered. */
  readonly recipients?: RecipientProfiles;
  /** Whether to list the parties of valid invoices, about which AEAT's census is asked. */
  readonly wantsParties?: boolean;
  /** The electronic formats of which warnings are wanted; absent means none. */
  readonly formats?: WantedFormats;
};

/**
 * Returns the registers for a context, or nothing if no decision was made about any issuer. Whether
 * the organization registers its other invoices does not matter to the rules of an invoice.
 */
export function withRegisters(decisions: readonly RegisterDecision[]): Pick<ExamineContext, 'registers'> {
  return decisions.length === 0 ? {} : { registers: { verifactu: true, decisions, ...NO_DELIVERIES } };
}
