import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import SaxonJS from 'saxon-js';
import { openXmlSchema, type XmlSchema } from './xml-schema.ts';

/*
 * The official judges of electronic invoices: the Schematron rules of EN 16931 (as XSLT, executed by SaxonJS) and the XML schemas. They are stored beside
 * the project, not in it.
 */

const FOLDER = fileURLToPath(new URL('../../../../shared/einvoice', import.meta.url));
/** Compiling a stylesheet takes seconds, so the result is kept. */
const COMPILED = fileURLToPath(new URL('../../../.local/schematron', import.meta.url));
const COMPILER = createRequire(import.meta.url).resolve('xslt3/xslt3.js');

/** Whether the judges are on this machine. */
export const hasEinvoiceFacts = existsSync(FOLDER);
if (!hasEinvoiceFacts)
  console.warn('SKIPPED, ../shared/einvoice is not here: the official rules of EN 16931');

/** Returns the path of a file beside the project. */
export function einvoicePath(name: string): string {
  return path.join(FOLDER, name);
}

export type Syntax = 'ubl' | 'cii';
/** A rule that a document breaks. */
export type Finding = { readonly rule: string; readonly isFatal: boolean; readonly text: string };

const STYLESHEETS: Readonly<Record<Syntax, string>> = {
  ubl: 'schemas/en16931/EN16931-UBL-validation.xslt',
  cii: 'schemas/en16931/EN16931-CII-validation.xslt',
};
const XSDS = {
  ubl: 'schemas/ubl21/maindoc/UBL-Invoice-2.1.xsd',
  'ubl-credit-note': 'schemas/ubl21/maindoc/UBL-CreditNote-2.1.xsd',
  ubl25: 'schemas/ubl25/maindoc/UBL-Invoice-2.5.xsd',
  cii: 'schemas/cii-d16b/CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd',
  'factur-x': 'schemas/factur-x/Factur-X_EN16931.xsd',
} as const;

/** Opens the XML schema of a syntax. */
export function openSyntaxSchema(syntax: keyof typeof XSDS): XmlSchema {
  const file = einvoicePath(XSDS[syntax]);
  return openXmlSchema(readFileSync(file, 'utf8'), file);
}

function compile(syntax: Syntax): string {
  const stylesheet = einvoicePath(STYLESHEETS[syntax]);
  const key = createHash('sha256').update(readFileSync(stylesheet)).digest('hex').slice(0, 12);
  const file = path.join(COMPILED, `${syntax}-${key}.sef.json`);
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

/** Opens the Schematron rules of a syntax. @returns a function that lists the rules that a document breaks. */
export function openRules(syntax: Syntax): (xml: string) => Finding[] {
  const stylesheetText = readFileSync(compile(syntax), 'utf8');
  const stylesheetInternal = JSON.parse(stylesheetText) as object;
  return (xml) => {
    const { principalResult } = SaxonJS.transform(
      { stylesheetInternal, sourceText: xml, destination: 'serialized' },
      'sync',
    );
    return [...principalResult.matchAll(FAILED)].map(([, attributes = '', text = '']) => ({
      rule: /\bid="([^"]*)"/.exec(attributes)?.[1] ?? '',
      isFatal: /\bflag="fatal"/.test(attributes),
      text: text.trim(),
    }));
  };
}
