import type { ElectronicFormat } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import { buildFinding, type Warning } from '../reading/findings.ts';
import { judgeFormats } from './formats.ts';

/**
 * An issuer in the territory of VAT. A dry run does not know the profile that the issuer will have, and `issuer_address_missing` warns of one without an
 * address.
 */
const ANY_ISSUER: IssuerDetails = {
  name: null,
  address: '-',
  postalCode: '28001',
  city: '-',
  province: null,
  countryCode: 'ES',
  email: null,
  phone: null,
  website: null,
  registryNote: null,
  accent: null,
  language: null,
};

/** Warns of the formats, among those that a client wants, that cannot express a document, with the rule that prevents it. */
export function warnOfFormats(document: InvoiceDocument, wanted: readonly ElectronicFormat[]): Warning[] {
  const states = judgeFormats({ document, profile: ANY_ISSUER }, wanted);
  return [...states].flatMap(([format, refusal]) =>
    refusal === null
      ? []
      : [
          buildFinding(
            'invoice_type',
            'not_expressible',
            `does not allow ${format}: ${refusal.rule}: ${refusal.message}`,
          ),
        ],
  );
}
