import type { ElectronicFormat, UblProfileName } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import type { Warning } from '../reading/findings.ts';
import { completeDocument, type RecipientProfiles } from '../recipients/complete-document.ts';
import { judgeFormats } from './formats.ts';
import { memberOf } from './refusal.ts';

/** The formats that a client wants, and the present profiles of issuers and recipients by their numbers. */
export type WantedFormats = {
  readonly formats: readonly ElectronicFormat[];
  /** That of UBL. */
  readonly profile: UblProfileName;
  readonly issuers: ReadonlyMap<string, IssuerDetails>;
  readonly recipients: RecipientProfiles;
};

/**
 * Warns of the formats, among those that a client wants, that could not express a document if it were issued now, with the rule that prevents it and the
 * member that decides it.
 */
export function warnOfFormats(
  document: InvoiceDocument,
  { formats, profile, issuers, recipients }: WantedFormats,
): Warning[] {
  const completed = completeDocument(document, recipients);
  const source = { document: completed, profile: issuers.get(document.issuer.nif) ?? null };
  return [...judgeFormats(source, formats, profile)].flatMap(([format, refusal]) => {
    if (refusal === null) return [];
    const { rule, message } = refusal;
    const name = format === 'ubl' && profile === 'peppol' ? 'ubl?profile=peppol' : format;
    return [
      {
        field: memberOf(refusal),
        code: 'not_expressible',
        aeatCode: null,
        rule,
        message: `The format ${name} cannot express the invoice: ${rule}: ${message}`,
      },
    ];
  });
}
