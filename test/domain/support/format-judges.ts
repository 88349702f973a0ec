import { openRules, openSyntaxSchema } from './en16931-judge.ts';
import type { XmlSchema } from './xml-schema.ts';

/** Lists what is wrong with a document, warnings included; empty if nothing is. */
export type Judge = (xml: string) => string[];

/**
 * The stylesheets are compiled once per clone, which takes half a minute each on a busy machine.
 */
export const COMPILING_MS = 360_000;

/** UBL as EN 16931 defines it: the schemas of UBL 2.1 and 2.5, and the Schematron rules. */
export function openUblJudge(): Judge {
  const schemas = [openSyntaxSchema('ubl'), openSyntaxSchema('ubl25')];
  const rules = openRulesJudge('ubl');
  return (xml) => [...schemas.flatMap((schema) => violate(schema, xml)), ...rules(xml)];
}

/**
 * UBL for Peppol, an invoice or a credit note: the schema, the Schematron rules of EN 16931, and
 * those of Peppol that are fatal. Peppol's warnings concern the numbers of foreign buyers, which an
 * invoice states as its issuer knows them.
 */
export function openPeppolJudge(): Judge {
  const [invoice, creditNote] = [openSyntaxSchema('ubl'), openSyntaxSchema('ubl-credit-note')];
  const rules = openRulesJudge('ubl');
  const peppol = openRules('peppol');
  return (xml) => [
    ...violate(xml.includes('<CreditNote ') ? creditNote : invoice, xml),
    ...rules(xml),
    ...peppol(xml).flatMap(({ rule, text, isFatal }) => (isFatal ? [`${rule} ${text}`] : [])),
  ];
}

/**
 * The CII of a hybrid PDF: the schema and the Schematron rules of Factur-X, and those of EN 16931.
 */
export function openFacturXJudge(): Judge {
  const schema = openSyntaxSchema('factur-x');
  const judges = [openRulesJudge('cii'), openRulesJudge('factur-x')];
  return (xml) => [...violate(schema, xml), ...judges.flatMap((judge) => judge(xml))];
}

/** The schema of CII D16B. Its rules are those of the same document as Factur-X. */
export function openCiiSchemaJudge(): Judge {
  const schema = openSyntaxSchema('cii');
  return (xml) => violate(schema, xml);
}

function openRulesJudge(name: Parameters<typeof openRules>[0]): Judge {
  const rules = openRules(name);
  return (xml) => rules(xml).map(({ rule, text }) => `${rule} ${text}`);
}

function violate(schema: XmlSchema, xml: string): string[] {
  try {
    schema.check(xml);
    return [];
  } catch (error) {
    return [String(error)];
  }
}
