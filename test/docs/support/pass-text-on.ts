import { checkBody } from '../../../src/accept/check-body.ts';
import { INVOICE } from '../../../src/contracts/v2/invoice-members.ts';
import { LANGUAGES, type Language } from '../../../src/contracts/codes.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { viewDocument } from '../../../src/deliver/writing/view-document.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { FULL_RULES } from '../../../src/domain/reading/request-rules.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { buildInvoiceSection } from '../../../src/render/template/invoice-section.ts';

/*
 * Prints what becomes of a text of an invoice: `pass-text-on.ts <member> <text>`.
 * `text-recipe.test.ts` runs it in a copy of the sources.
 */

const [member, text] = process.argv.slice(2) as [string, string];
const context = { organizationName: 'Ejemplo SL', today: '2026-11-22' };
const invoice = {
  issuer_nif: 'B12345674',
  number_serie: 'F-1',
  recipients: [
    {
      name: 'Cliente Ejemplo SA',
      document_type: 'nif',
      document_number: 'A12345674',
      address: 'Calle Mayor 1',
      postal_code: '28013',
      city: 'Madrid',
    },
  ],
  lines: [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 }],
};
const profile: IssuerProfile = {
  name: null,
  address: 'Avenida del Ejemplo 10',
  postalCode: '28001',
  city: 'Madrid',
  province: 'Madrid',
  countryCode: 'ES',
  email: null,
  phone: null,
  website: null,
  registryNote: null,
  accent: null,
  language: null,
  logo: null,
};

function print(document: InvoiceDocument, language: Language): string {
  const issuerProfile = { ...profile, language };
  const printed = { issuedInvoiceId: 1, document, issuerProfile, qrUrl: null, annulledOn: null };
  return String(buildInvoiceSection(printed, 'single', { mark: '#', logoClass: null }));
}

const given = { ...invoice, [member]: text };
const accepted = checkBody({ invoice_batch: { invoices: [given] } }, FULL_RULES);
const prepared = prepareInvoice(given, context);
const tooLong = prepareInvoice({ ...invoice, [member]: 'x'.repeat(1000) }, context);
if (prepared.kind === 'refused' || tooLong.kind === 'prepared') throw new Error(JSON.stringify(prepared));
const document = readDocument(JSON.stringify(prepared.invoice.document));
const source = { document, profile };
console.log(
  JSON.stringify({
    accepted: accepted.kind,
    documented: INVOICE.schema['properties'],
    refused: tooLong.findings.map(({ message }) => [message.en, message.es]),
    stored: document,
    answered: viewDocument(document),
    printed: Object.fromEntries(LANGUAGES.map((language) => [language, print(document, language)])),
    ubl: writeXml('ubl', source),
    cii: writeXml('cii', source),
    facturae: writeXml('facturae', source),
  }),
);
