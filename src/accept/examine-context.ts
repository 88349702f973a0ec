import type { ApiVersion } from '../contracts/codes.ts';
import type { ElectronicFormat } from '../contracts/electronic-formats.ts';
import type { IssuerDetails } from '../contracts/invoice-document.ts';

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
  /** The electronic formats of which warnings are wanted, and the profiles of the issuers by their NIFs; absent means none. */
  readonly formats?: {
    readonly wanted: readonly ElectronicFormat[];
    readonly issuers: ReadonlyMap<string, IssuerDetails>;
  };
};
