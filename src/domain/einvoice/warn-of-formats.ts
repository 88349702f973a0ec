import type { ElectronicFormat, UblProfileName } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import type { WarningCode } from '../../contracts/codes.ts';
import { SIGNATURE_POLICY, saySigningRefusal } from '../../contracts/signing-refusals.ts';
import { Findings, type Warning } from '../reading/findings.ts';
import { completeDocument, type RecipientProfiles } from '../recipients/complete-document.ts';
import { foreseeSigning, type Signers } from './facturae/foresee-signing.ts';
import { findGuessedNames } from './facturae/parties.ts';
import { judgeFormats, type Source } from './formats.ts';
import { warnOfRefusal } from './warn-of-refusal.ts';
import { warnOfSpfe } from './spfe/warn-of-spfe.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * The formats that a client wants, and the present profiles of issuers and recipients and the
 * signers of issuers by their numbers.
 */
export type WantedFormats = {
  readonly formats: readonly ElectronicFormat[];
  /** That of UBL. */
  readonly profile: UblProfileName;
  /** Whether warnings about the public solution of AEAT (SPFE) are wanted, too. */
  readonly hasSpfe?: boolean;
  readonly issuers: ReadonlyMap<string, IssuerDetails>;
  readonly recipients: RecipientProfiles;
  /** Absent if Facturae is not wanted. */
  readonly signers?: ReadonlyMap<string, Signers>;
};

/**
 * Warns of the formats, among those that a client wants, that could not express a document if it
 * were issued now, with the rule that prevents it and the member that decides it, of Facturae that
 * nobody could sign, of names whose parts Facturae would state by a guess, and of the public solution
 * of AEAT.
 */
export function warnOfFormats(
  document: InvoiceDocument,
  { formats, profile, hasSpfe, issuers, recipients, signers }: WantedFormats,
): Warning[] {
  const completed = completeDocument(document, recipients);
  const source = { document: completed, profile: issuers.get(document.issuer.nif) ?? null };
  const ofFormats = [...judgeFormats(source, formats, profile)].flatMap(([format, refusal]) => {
    if (refusal === null)
      return format === 'facturae'
        ? [...warnOfSigners(completed, signers?.get(document.issuer.nif)), ...warnOfFacturae(source)]
        : [];
    return [warnOfRefusal(format, profile, refusal)];
  });
  return hasSpfe === true ? [...ofFormats, ...warnOfSpfe(source)] : ofFormats;
}

function warnOfSigners(document: InvoiceDocument, signers: Signers | undefined): Warning[] {
  const fault = signers === undefined ? null : foreseeSigning(document, signers);
  if (fault === null) return [];
  const message = formatMessage('facturae_not_signable', { reason: saySigningRefusal(fault) });
  return [{ field: 'issuer_nif', code: 'not_signable', aeatCode: null, rule: SIGNATURE_POLICY, message }];
}

/**
 * The NIF of the State, of regions and of local bodies, whose invoices FACe receives (Orden
 * EHA/451/2008).
 */
const PUBLIC_BODY = /^[PQS]/;

/**
 * A signed Facturae states the parts of a name, so a wrong guess would be signed. One to a public
 * body states its centres.
 */
function warnOfFacturae({ document, profile }: Source): Warning[] {
  const warnings = new Findings<WarningCode>();
  const { recipient } = document;
  if (recipient?.documentType === 'nif' && PUBLIC_BODY.test(recipient.documentNumber) && !recipient.dir3) {
    const says = formatMessage('blank_dir3', { number: recipient.documentNumber });
    warnings.reportIn<'dir3'>('recipients[0]', formatMessage('recipient', { number: 1 }))(
      'dir3',
      'centres_missing',
      says,
    );
  }
  for (const { of, name, person } of findGuessedNames(document, profile)) {
    const parts = Object.values(person).join(', ');
    if (of === 'issuer') {
      const says = formatMessage('issuer_name_split', { name, parts });
      warnings.report('issuer_name', 'name_split_guessed', says);
    } else {
      const says = formatMessage('recipient_name_split', { name, parts });
      warnings.reportIn<'name'>('recipients[0]', formatMessage('recipient', { number: 1 }))(
        'name',
        'name_split_guessed',
        says,
      );
    }
  }
  return warnings.list();
}
