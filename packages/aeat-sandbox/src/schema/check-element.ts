import { SCHEMA_INSTANCE } from '../xml/namespaces.ts';
import type { XmlElement } from '../xml/element.ts';
import type { ChoicePart, ElementPart, Part, Type } from './model.ts';

/** A violation of the schema. */
export type Finding = {
  readonly code: number;
  /** The field that AEAT names in its text. */
  readonly field: string;
  /** The element in which the field is, or should be; empty for the checked element itself. */
  readonly within: string;
  /** The record that is rejected for it; null if the whole message is refused. */
  readonly record: XmlElement | null;
};

type ErrorContext = {
  readonly record: XmlElement | null;
  readonly code: number;
  readonly within: string;
};

const SCHEMA = 4102;
const BLANK = /^[ \t\r\n]*$/;
const LOCATIONS: ReadonlySet<string> = new Set(['schemaLocation', 'noNamespaceSchemaLocation']);

/** Compares an element's content with its type. @returns an empty list if the schema allows it. */
export function checkElement(
  element: XmlElement,
  type: Type,
  place?: Omit<ErrorContext, 'within'>,
): Finding[] {
  const findings: Finding[] = [];
  checkContent(element, type, { record: null, code: SCHEMA, ...place, within: '' }, findings);
  return findings;
}

function checkContent(element: XmlElement, type: Type, place: ErrorContext, findings: Finding[]): void {
  if (type.kind === 'any') return;
  const { within } = place;
  if (element.attributes.some((attribute) => isForeign(attribute, type)))
    refuseMessage(element.name, within, findings);
  if (type.kind === 'simple') {
    const isIncomplete = !element.attributes.some(({ name }) => name === type.obligatory);
    if (element.children.length > 0 || (type.obligatory !== undefined && isIncomplete))
      refuseMessage(element.name, within, findings);
    else if (!type.accepts(element.text))
      findings.push({ code: place.code, field: element.name, within, record: place.record });
    return;
  }
  if (!BLANK.test(element.text)) refuseMessage(element.name, within, findings);
  const inside = { ...place, within: element.name };
  let at = 0;
  for (const part of type.parts) at = checkPart(element.children, at, part, inside, findings);
  const left = element.children[at];
  if (left) refuseMessage(left.name, element.name, findings);
}

/** @returns the index at which the next part begins. */
function checkPart(
  children: readonly XmlElement[],
  from: number,
  part: Part,
  place: ErrorContext,
  findings: Finding[],
): number {
  return part.kind === 'element'
    ? checkRepeated(children, from, part, place, findings)
    : checkChoice(children, from, part, place, findings);
}

function checkRepeated(
  children: readonly XmlElement[],
  from: number,
  part: ElementPart,
  place: ErrorContext,
  findings: Finding[],
): number {
  let at = from;
  for (; at < children.length && matches(children[at]!, part); at += 1) {
    if (at - from < part.max) checkOccurrence(children[at]!, part, place, findings);
  }
  const count = at - from;
  if (count < part.min) refuseMessage(part.name, place.within, findings);
  if (count > part.max)
    findings.push({ code: part.tooMany ?? SCHEMA, field: part.name, within: place.within, record: null });
  return at;
}

function checkChoice(
  children: readonly XmlElement[],
  from: number,
  part: ChoicePart,
  place: ErrorContext,
  findings: Finding[],
): number {
  let at = from;
  for (; at < children.length; at += 1) {
    const option = part.options.find((candidate) => matches(children[at]!, candidate));
    if (!option) break;
    if (at === from) checkOccurrence(children[at]!, option, place, findings);
  }
  const field = part.options.at(-1)!.name;
  if (at === from && part.min === 1) refuseChoice(part.none, field, place, findings);
  if (at - from > 1) refuseChoice(part.both, field, place, findings);
  return at;
}

function checkOccurrence(
  element: XmlElement,
  part: ElementPart,
  place: ErrorContext,
  findings: Finding[],
): void {
  const record = part.isRecord ? element : place.record;
  const code = part.code ?? place.code;
  // A code belongs to the value of the element itself; the elements of a block inherit the code of
  // its surroundings.
  const inner =
    part.isRecord || part.type.kind === 'simple'
      ? { ...place, record, code }
      : { ...place, record, code: place.code };
  checkContent(element, part.type, inner, findings);
}

function refuseChoice(
  code: number | undefined,
  field: string,
  place: ErrorContext,
  findings: Finding[],
): void {
  const { within } = place;
  if (code === undefined || place.record === null) {
    findings.push({ code: code ?? SCHEMA, field, within, record: null });
  } else {
    findings.push({ code, field, within, record: place.record });
  }
}

function refuseMessage(field: string, within: string, findings: Finding[]): void {
  findings.push({ code: SCHEMA, field, within, record: null });
}

function matches(element: XmlElement, part: ElementPart): boolean {
  return element.name === part.name && element.namespace === part.namespace;
}

/**
 * Returns whether an attribute is not allowed. Those with the location of a schema are always
 * allowed.
 */
function isForeign({ name, namespace }: { name: string; namespace: string }, type: Type): boolean {
  if (type.kind === 'simple' && namespace === '' && type.attributes?.includes(name)) return false;
  return namespace !== SCHEMA_INSTANCE || !LOCATIONS.has(name);
}
