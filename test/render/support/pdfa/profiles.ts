import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import {
  findChild,
  findChildren,
  findText,
  type XmlElement,
} from '../../../../packages/aeat-sandbox/src/xml/element.ts';
import { parseXml } from '../../../../packages/aeat-sandbox/src/xml/parse-xml.ts';
import { einvoicePath } from '../../../domain/support/shared-facts.ts';
import type { PdfModel } from './document-model.ts';

/*
 * The rules of veraPDF's profiles, which are stored beside the project, not in it. A rule is an
 * expression over the properties of a type of object.
 */

export const PROFILES = ['PDFA-3B', 'PDFA-3A', 'PDFUA-1'] as const;
export type Profile = (typeof PROFILES)[number];

export type Rule = {
  /** For example `PDFA-3B 6.1.3-1`. */
  readonly id: string;
  readonly type: string;
  readonly description: string;
  /** Judges an object. @throws if the object lacks a property that the rule reads. */
  readonly isKept: (properties: Readonly<Record<string, unknown>>) => boolean;
};

function readRule(profile: Profile, rule: XmlElement): Rule {
  const id = findChild(rule, 'id');
  const read = (name: string, element = rule): string =>
    element.attributes.find((attribute) => attribute.name === name)?.value ?? '';
  // Some methods of veraPDF's language have other names in JavaScript.
  const expression = findText(rule, 'test')!
    .replaceAll('.length()', '.length')
    .replaceAll('.contains(', '.includes(');
  const test = compileFunction(`with (properties) { return (${expression}); }`, ['properties']);
  return {
    id: `${profile} ${read('clause', id)}-${read('testNumber', id)}`,
    type: read('object'),
    description: findText(rule, 'description') ?? '',
    isKept: (properties) => test(properties) === true,
  };
}

/** Reads the rules of a profile. */
export function readProfile(profile: Profile): Rule[] {
  const root = parseXml(readFileSync(einvoicePath(`schemas/pdfa/${profile}.xml`), 'utf8'));
  return findChildren(findChild(root, 'rules'), 'rule').map((rule) => readRule(profile, rule));
}

/**
 * Judges a PDF.
 * @returns the rules that an object breaks, each with the properties of the object.
 */
export function findBreaches({ facts }: PdfModel, rules: readonly Rule[]): string[] {
  return rules.flatMap(({ id, type, isKept }) =>
    (facts.get(type) ?? [])
      .filter((properties) => !isKept(properties))
      .map((properties) => `${id} ${type} ${JSON.stringify(properties)}`),
  );
}
