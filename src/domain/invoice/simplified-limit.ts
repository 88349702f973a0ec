import type { InvoiceType } from '../../contracts/codes.ts';
import type { Report } from '../reading/findings.ts';

/** AEAT 1150: 3,000 €, and 10 € of grace. */
const LIMIT_CENTS = 3_010_00n;

/** A simplified invoice (F2, RD 1619/2012, art. 4) of more names its recipient, and is an F1, unless it says that there is none. @param total in cents. */
export function checkSimplifiedLimit(
  type: InvoiceType,
  hasUnidentifiedRecipient: boolean,
  total: bigint,
  report: Report,
): void {
  if (type === 'F2' && !hasUnidentifiedRecipient && total > LIMIT_CENTS)
    report(
      'has_unidentified_recipient',
      'not_allowed',
      'must be true with invoice type F2 and a total over 3010; or name the recipient with invoice type F1',
      1150,
    );
}
