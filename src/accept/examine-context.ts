import type { ApiVersion } from '../contracts/codes.ts';
import type { WantedFormats } from '../domain/einvoice/warn-of-formats.ts';

/** What the examination of a request body needs to know. */
export type ExamineContext = {
  /** Version of the API through which the body arrived. */
  readonly version: ApiVersion;
  readonly organizationName: string;
  /** NIFs that the organization may issue for; null means any NIF. */
  readonly issuerNifs: ReadonlySet<string> | null;
  /** Today's date in Madrid. */
  readonly today: string;
  /** Whether the organization may issue invoices with earlier dates, because it migrates from another system. */
  readonly isMigrating: boolean;
  /** Whether to collect warnings; a creation through version 1 does not report them. */
  readonly wantsWarnings?: boolean;
  /** Whether to compute the amounts of the valid invoices; only a dry run of version 2 reports them. */
  readonly wantsAmounts?: boolean;
  /** Whether to list the numbers of the recipients of valid invoices, by which their profiles are found. */
  readonly wantsRecipients?: boolean;
  /** The electronic formats of which warnings are wanted; absent means none. */
  readonly formats?: WantedFormats;
};
