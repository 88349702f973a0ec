import type { ElectronicFormat } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import type { Warning } from '../reading/findings.ts';
import { judgeFormats } from './formats.ts';

/**
 * Warns of the formats, among those that a client wants, that could not express a document if it were issued with the present profile of its issuer,
 * with the rule that prevents it. The profiles of recipients are not considered: they prevent no format, except Facturae if the reference of the buyer no
 * longer fits into its additional information of 2500 characters.
 */
export function warnOfFormats(
  document: InvoiceDocument,
  wanted: readonly ElectronicFormat[],
  profile: IssuerDetails | null,
): Warning[] {
  return [...judgeFormats({ document, profile }, wanted)].flatMap(([format, refusal]) =>
    refusal === null
      ? []
      : [
          {
            field: 'invoice_type',
            code: 'not_expressible',
            aeatCode: null,
            message: `The format ${format} cannot express the invoice: ${refusal.rule}: ${refusal.message}`,
          },
        ],
  );
}
