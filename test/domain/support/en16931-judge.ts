import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import SaxonJS from 'saxon-js';
import { einvoicePath } from './shared-facts.ts';
import { openXmlSchema, type XmlSchema } from './xml-schema.ts';

/*
 * The official judges of electronic invoices: the Schematron rules of EN 16931 (as XSLT, executed
 * by SaxonJS) and the XML schemas. They are stored beside the project, not in it.
 */

/** Compiling a stylesheet takes seconds, so the result is kept. */
const COMPILED = fileURLToPath(new URL('../../../.local/schematron', import.meta.url));
const COMPILER = createRequire(import.meta.url).resolve('xslt3/xslt3.js');

/**
 * The Schematron rules of EN 16931 for each syntax, those of Factur-X (profile EN 16931), which
 * contain more code lists and occurrences, and those of Peppol BIS Billing 3.0, which apply besides
 * those for UBL.
 */
export type RuleSet = 'ubl' | 'cii' | 'factur-x' | 'peppol';
/** A rule that a document breaks. */
export type Finding = { readonly rule: string; readonly isFatal: boolean; readonly text: string };

const STYLESHEETS: Readonly<Record<RuleSet, string>> = {
  ubl: 'schemas/en16931/EN16931-UBL-validation.xslt',
  cii: 'schemas/en16931/EN16931-CII-validation.xslt',
  'factur-x': 'schemas/factur-x/Factur-X_1.09_EN16931.xsl',
  peppol: 'schemas/peppol/PEPPOL-EN16931-UBL-3.0.21.xsl',
};
/** The code lists that the rules of Factur-X read from a document. */
const CODE_LISTS = 'schemas/factur-x/FACTUR-X_EN16931_codedb.xml';
const XSDS = {
  ubl: 'schemas/ubl21/maindoc/UBL-Invoice-2.1.xsd',
  'ubl-credit-note': 'schemas/ubl21/maindoc/UBL-CreditNote-2.1.xsd',
  ubl25: 'schemas/ubl25/maindoc/UBL-Invoice-2.5.xsd',
  'ubl25-response': 'schemas/ubl25/maindoc/UBL-ApplicationResponse-2.5.xsd',
  'ubl25-status': 'schemas/ubl25/maindoc/UBL-DocumentStatus-2.5.xsd',
  cii: 'schemas/cii-d16b/CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd',
  'factur-x': 'schemas/factur-x/Factur-X_EN16931.xsd',
} as const;

/** Opens the XML schema of a syntax. */
export function openSyntaxSchema(syntax: keyof typeof XSDS): XmlSchema {
  const file = einvoicePath(XSDS[syntax]);
  return openXmlSchema(readFileSync(file, 'utf8'), file);
}

function compile(rules: RuleSet): string {
  const stylesheet = einvoicePath(STYLESHEETS[rules]);
  const hash = createHash('sha256').update(readFileSync(stylesheet));
  // The compiled rules of Factur-X contain the address of their code lists.
  if (rules === 'factur-x') hash.update(realpathSync(stylesheet));
  const file = path.join(COMPILED, `${rules}-${hash.digest('hex').slice(0, 12)}.sef.json`);
  if (existsSync(file)) return file;
  mkdirSync(COMPILED, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  execFileSync(process.execPath, [COMPILER, `-xsl:${stylesheet}`, `-export:${unfinished}`, '-nogo'], {
    stdio: 'pipe',
    env: { PATH: process.env['PATH'] },
  });
  renameSync(unfinished, file);
  return file;
}

const FAILED = /<svrl:failed-assert\b([^>]*)>\s*(?:<svrl:text[^>]*>([\s\S]*?)<\/svrl:text>)?/g;

/**
 * Parses the code lists once, by their address. Otherwise they would be parsed for each document.
 */
function readCodeLists(): Record<string, object> {
  // The stylesheets name the code lists without symbolic links.
  const file = realpathSync(einvoicePath(CODE_LISTS));
  const parsed = SaxonJS.XPath.evaluate('parse-xml($text)', null, {
    params: { text: readFileSync(file, 'utf8') },
  });
  return { [pathToFileURL(file).href]: parsed };
}

/** Opens Schematron rules. @returns a function that lists the rules that a document breaks. */
export function openRules(rules: RuleSet): (xml: string) => Finding[] {
  const stylesheetInternal = JSON.parse(readFileSync(compile(rules), 'utf8')) as object;
  const documentPool = rules === 'factur-x' ? readCodeLists() : {};
  return (xml) => {
    const { principalResult } = SaxonJS.transform(
      { stylesheetInternal, sourceText: xml, destination: 'serialized', documentPool },
      'sync',
    );
    return [...principalResult.matchAll(FAILED)].map(([, attributes = '', text = '']) => ({
      rule: /\bid="([^"]*)"/.exec(attributes)?.[1] ?? '',
      isFatal: /\bflag="fatal"/.test(attributes),
      text: text.trim(),
    }));
  };
}
