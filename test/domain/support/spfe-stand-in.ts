import { checkElement } from '../../../packages/aeat-sandbox/src/schema/check-element.ts';
import { buildInvoiceCase } from '../../../packages/aeat-sandbox/src/spfe/rules/invoice-case.ts';
import { INVOICE_RULES } from '../../../packages/aeat-sandbox/src/spfe/rules/judge-document.ts';
import { DOCUMENT_TYPES } from '../../../packages/aeat-sandbox/src/spfe/schema/document-types.ts';
import { buildCensus } from '../../../packages/aeat-sandbox/src/taxpayers/census.ts';
import { parseXml } from '../../../packages/aeat-sandbox/src/xml/parse-xml.ts';

const census = buildCensus();

/**
 * Lists what the stand-in objects to in an invoice for the public solution. Its rules are written
 * from the facts about Annex I and not from the profile: what the profile writes, they accept.
 */
export function listObjections(xml: string): string[] {
  const root = parseXml(xml);
  const invoice = buildInvoiceCase(root, census);
  const { type } = invoice.isCopy ? DOCUMENT_TYPES.copy : DOCUMENT_TYPES.original;
  const findings = checkElement(root, type).map(({ within, field }) => `${within}/${field}`);
  const broken = INVOICE_RULES.filter((rule) => rule.breaks(invoice));
  return [...findings, ...broken.map(({ term, what }) => `${term}: ${what}`)];
}
