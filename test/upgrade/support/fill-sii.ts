import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { sendEntries } from '../../../src/remit/sii/send-entries.ts';
import type { TestOrganization } from '../../support/api.ts';
import type { TestRemission } from '../../support/remission.ts';
import { putInSii } from '../../support/sii.ts';

const IN_SII = 'B76543214';

/**
 * Puts an issuer of an organization in SII, issues invoices of it and sends their entries.
 * @param issue issues some invoices of the organization.
 * @param day the first issue date in SII, `YYYY-MM-DD`.
 */
export async function fillSii(
  { test }: { readonly test: TestRemission },
  organization: TestOrganization,
  issue: (count: number, series: string, changes: () => InvoiceInput) => Promise<unknown>,
  day: string,
): Promise<void> {
  await putInSii(test.api.database.pool, { issuerNif: IN_SII, validFrom: day });
  await issue(2, 'SII', () => ({ issuer_nif: IN_SII }));
  const issuer = { organizationId: organization.id, issuerNif: IN_SII };
  await sendEntries({ ...test.context(), mostEntries: 1000 }, issuer);
}
