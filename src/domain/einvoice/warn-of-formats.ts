import type { ElectronicFormat, UblProfileName } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import type { WarningCode } from '../../contracts/codes.ts';
import { SIGNATURE_POLICY, saySigningRefusal } from '../../contracts/signing-refusals.ts';
import { Findings, type Warning } from '../reading/findings.ts';
import { completeDocument, type RecipientProfiles } from '../recipients/complete-document.ts';
import { foreseeSigning, type Signers } from './facturae/foresee-signing.ts';
import { findGuessedNames } from './facturae/parties.ts';
import { judgeFormats, type Source } from './formats.ts';
import { memberOf } from './refusal.ts';

/** The formats that a client wants, and the present profiles of issuers and recipients and the signers of issuers by their numbers. */
export type WantedFormats = {
  readonly formats: readonly ElectronicFormat[];
  /** That of UBL. */
  readonly profile: UblProfileName;
  readonly issuers: ReadonlyMap<string, IssuerDetails>;
  readonly recipients: RecipientProfiles;
  /** Absent if Facturae is not wanted. */
  readonly signers?: ReadonlyMap<string, Signers>;
};

/**
 * Warns of the formats, among those that a client wants, that could not express a document if it were issued now, with the rule that prevents it and the
 * member that decides it, of Facturae that nobody could sign, and of names whose parts Facturae would state by a guess.
 */
export function warnOfFormats(
  document: InvoiceDocument,
  { formats, profile, issuers, recipients, signers }: WantedFormats,
): Warning[] {
  const completed = completeDocument(document, recipients);
  const source = { document: completed, profile: issuers.get(document.issuer.nif) ?? null };
  return [...judgeFormats(source, formats, profile)].flatMap(([format, refusal]) => {
    if (refusal === null)
      return format === 'facturae'
        ? [...warnOfSigners(completed, signers?.get(document.issuer.nif)), ...warnOfFacturae(source)]
        : [];
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

function warnOfSigners(document: InvoiceDocument, signers: Signers | undefined): Warning[] {
  const fault = signers === undefined ? null : foreseeSigning(document, signers);
  if (fault === null) return [];
  const message = `The Facturae of the invoice cannot be signed now: ${saySigningRefusal(fault)}`;
  return [{ field: 'issuer_nif', code: 'not_signable', aeatCode: null, rule: SIGNATURE_POLICY, message }];
}

/** The NIF of the State, of regions and of local bodies, whose invoices FACe receives (Orden EHA/451/2008). */
const PUBLIC_BODY = /^[PQS]/;

/** A signed Facturae states the parts of a name, so a wrong guess would be signed. One to a public body states its centres. */
function warnOfFacturae({ document, profile }: Source): Warning[] {
  const warnings = new Findings<WarningCode>(2);
  const { recipient } = document;
  if (recipient?.documentType === 'nif' && PUBLIC_BODY.test(recipient.documentNumber) && !recipient.dir3) {
    const says = `is blank, but the NIF ${recipient.documentNumber} is that of a public body: FACe refuses a Facturae without the codes of its centres`;
    warnings.reportIn<'dir3'>('recipients[0]', 'Recipient 1')('dir3', 'centres_missing', says);
  }
  for (const { of, name, person } of findGuessedNames(document, profile)) {
    const parts = Object.values(person).join(', ');
    if (of === 'issuer') {
      const says = `is ${name}, of which Facturae would state the given name and the surnames ${parts}: this is a guess; state them in issuer_person_name, or ask the operator to set them in the profile of the issuer`;
      warnings.report('issuer_name', 'name_split_guessed', says);
    } else {
      const says = `is ${name}, of which Facturae would state the given name and the surnames ${parts}: this is a guess; state them in person_name of the recipient or of its profile`;
      warnings.reportIn<'name'>('recipients[0]', 'Recipient 1')('name', 'name_split_guessed', says);
    }
  }
  return warnings.list();
}
