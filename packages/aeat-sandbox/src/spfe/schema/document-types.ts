import { elementsOf, type ElementPart, type SequenceType, type SimpleType } from '../../schema/model.ts';
import { pattern } from '../../schema/simple-types.ts';
import { COMPONENTS } from './components.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const AGGREGATES = elementsOf(`${UBL}:CommonAggregateComponents-2`);
const BASICS = elementsOf(`${UBL}:CommonBasicComponents-2`);

const TOKEN = /^(~?)(\+?)([A-Za-z]+)(?::([A-Za-z]+))?(?:([?*!])|\{(\d),(\d)\})?$/;
const OCCURRENCES: Readonly<Record<string, readonly [min: 0 | 1, max: number]>> = {
  '': [1, 1],
  '?': [0, 1],
  '*': [0, Number.POSITIVE_INFINITY],
  '!': [1, Number.POSITIVE_INFINITY],
};

/** The types of values by the ends of their names, the longer ones first. */
const VALUES: readonly [ending: string, type: SimpleType][] = [
  ['PriceAmount', measured(/^[+-]?\d{1,12}(?:\.\d{1,10})?$/, 'currencyID')],
  ['Amount', measured(/^[+-]?\d{1,12}(?:\.\d{1,2})?$/, 'currencyID')],
  ['InvoicedQuantity', measured(/^[+-]?\d{1,12}(?:\.\d{1,10})?$/, 'unitCode')],
  ['Quantity', withAttributes(pattern(/^[+-]?\d{1,12}(?:\.\d{1,10})?$/), 'unitCode')],
  ['Date', { kind: 'simple', accepts: isDay }],
  ['Time', pattern(/^\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/)],
  ['Indicator', pattern(/^(?:true|false)$/)],
  ['Percent', pattern(/^\d{1,3}(?:\.\d{1,6})?$/)],
  ['Rate', pattern(/^\d{1,12}(?:\.\d{1,12})?$/)],
  ['Numeric', pattern(/^\d{1,3}(?:\.\d{1,6})?$/)],
  ['ID', withAttributes(pattern(/\S/), 'schemeID')],
  ['Code', withAttributes(pattern(/\S/), 'name', 'listID')],
  // An attribute without a value is present (FinancingArrangement); a text is never blank.
  ['', pattern(/\S/)],
];

/** The documents that the SPFE receives. A copy contains nothing but Annex I. */
export const DOCUMENT_TYPES = {
  original: { name: 'Invoice', namespace: `${UBL}:Invoice-2`, type: build('Invoice', true) },
  copy: { name: 'Invoice', namespace: `${UBL}:Invoice-2`, type: build('Invoice', false) },
  message: {
    name: 'ApplicationResponse',
    namespace: `${UBL}:ApplicationResponse-2`,
    type: build('ApplicationResponse', false),
  },
} as const;

/** Returns whether a text is a day of the calendar, yyyy-mm-dd, without a zone. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function build(component: string, isOriginal: boolean): SequenceType {
  const parts = COMPONENTS[component]!.split(' ').flatMap((token) => readToken(token, isOriginal));
  return { kind: 'sequence', parts };
}

function readToken(token: string, isOriginal: boolean): readonly ElementPart[] {
  const [, additional, aggregate, name = '', content = name, mark = '', from, to] = TOKEN.exec(token)!;
  if (additional !== '' && !isOriginal) return [];
  const [min, max] = from === undefined ? OCCURRENCES[mark]! : [Number(from) as 1, Number(to)];
  if (aggregate !== '') return [AGGREGATES.between(name, build(content, isOriginal), min, max)];
  const [, type] = VALUES.find(([ending]) => name.endsWith(ending))!;
  return [BASICS.between(name, type, min, max)];
}

/** Builds the type of a number that has a unit or a currency. */
function measured(expression: RegExp, unit: string): SimpleType {
  return { ...pattern(expression), attributes: [unit], obligatory: unit };
}

function withAttributes(type: SimpleType, ...attributes: readonly string[]): SimpleType {
  return { ...type, attributes };
}
