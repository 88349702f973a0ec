import {
  findChild,
  findChildren,
  findText,
  type XmlElement,
} from '../../../../packages/aeat-sandbox/src/xml/element.ts';
import { parseXml } from '../../../../packages/aeat-sandbox/src/xml/parse-xml.ts';
import type { Report } from './pdf-syntax.ts';

const EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';
const SCHEMA = 'http://www.aiim.org/pdfa/ns/schema#';
const PROPERTY = 'http://www.aiim.org/pdfa/ns/property#';
const PDFA_ID = 'http://www.aiim.org/pdfa/ns/id/';
const PDFUA_ID = 'http://www.aiim.org/pdfua/ns/id/';

type ValueType = 'Text' | 'LangAlt' | 'Seq' | 'Bag' | 'Date' | 'Integer' | 'Schemas';

/** The properties that PDF/A knows among those that our packets have (XMP 2005, ISO 19005-3). */
const PREDEFINED: Readonly<Record<string, Readonly<Record<string, ValueType>>>> = {
  'http://purl.org/dc/elements/1.1/': { format: 'Text', title: 'LangAlt', creator: 'Seq', language: 'Bag' },
  'http://ns.adobe.com/pdf/1.3/': { Producer: 'Text' },
  'http://ns.adobe.com/xap/1.0/': { CreateDate: 'Date', ModifyDate: 'Date', CreatorTool: 'Text' },
  [PDFA_ID]: { part: 'Integer', conformance: 'Text' },
  [EXTENSION]: { schemas: 'Schemas' },
};
const FORMS: Partial<Record<ValueType, RegExp>> = {
  Date: /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/,
  Integer: /^[+-]?\d+$/,
};

/** The metadata of a PDF by namespace and name. */
export type XmpProperties = ReadonlyMap<string, XmlElement>;

function isOfType(element: XmlElement, type: ValueType | undefined): boolean {
  const { children, text } = element;
  if (type === undefined) return false;
  if (type === 'Schemas') return findChild(element, 'Bag') !== undefined;
  if (type === 'Text' || type === 'Date' || type === 'Integer')
    return children.length === 0 && (FORMS[type]?.test(text) ?? true);
  const [list] = children;
  const items = findChildren(list, 'li');
  const isWhole = children.length === 1 && items.length > 0 && items.length === list!.children.length;
  if (type !== 'LangAlt') return isWhole && list!.name === type;
  return (
    isWhole &&
    list!.name === 'Alt' &&
    items.every(({ attributes }) => attributes.some(({ name }) => name === 'lang'))
  );
}

/** Returns the prefixes to which a packet binds a namespace. */
function prefixOf(packet: string, namespace: string): string | null {
  const found = [...packet.matchAll(/xmlns:(\w+)="([^"]*)"/g)].filter(([, , uri]) => uri === namespace);
  const prefixes = new Set(found.map(([, prefix]) => prefix!));
  if (prefixes.size > 1) throw new Error(`A packet binds ${namespace} to several prefixes`);
  return [...prefixes][0] ?? null;
}

function reportSchema(schema: XmlElement, packet: string, report: Report): void {
  const known = ['schema', 'namespaceURI', 'prefix', 'property'];
  report('ExtensionSchemaObject', {
    containsUndefinedFields: schema.children.some(({ name }) => !known.includes(name)),
  });
  const isText = (element: XmlElement, name: string): boolean => (findText(element, name) ?? '') !== '';
  const schemaPrefix = prefixOf(packet, SCHEMA);
  const list = findChild(schema, 'property');
  report('ExtensionSchemaDefinition', {
    isSchemaValidText: isText(schema, 'schema'),
    isNamespaceURIValidURI: URL.canParse(findText(schema, 'namespaceURI') ?? ''),
    isPrefixValidText: isText(schema, 'prefix'),
    isPropertyValidSeq: findChild(list, 'Seq') !== undefined,
    isValueTypeValidSeq: true,
    schemaPrefix,
    namespaceURIPrefix: schemaPrefix,
    prefixPrefix: schemaPrefix,
    propertyPrefix: schemaPrefix,
    valueTypePrefix: null,
  });
  const prefix = prefixOf(packet, PROPERTY);
  const fields = ['name', 'valueType', 'category', 'description'];
  for (const property of findChildren(findChild(list, 'Seq'), 'li')) {
    const containsUndefinedFields = property.children.some(
      ({ name, namespace }) => namespace !== PROPERTY || !fields.includes(name),
    );
    report('ExtensionSchemaObject', { containsUndefinedFields });
    report('ExtensionSchemaProperty', {
      isNameValidText: isText(property, 'name'),
      isValueTypeValidText: isText(property, 'valueType'),
      isValueTypeDefined: ['Text', 'Integer'].includes(findText(property, 'valueType') ?? ''),
      isCategoryValidText: isText(property, 'category'),
      category: findText(property, 'category'),
      isDescriptionValidText: isText(property, 'description'),
      namePrefix: prefix,
      valueTypePrefix: prefix,
      categoryPrefix: prefix,
      descriptionPrefix: prefix,
    });
  }
}

function reportIdentification(
  type: 'PDFAIdentification' | 'PDFUAIdentification',
  namespace: string,
  { packet, properties, report }: { packet: string; properties: XmpProperties; report: Report },
): void {
  const prefix = prefixOf(packet, namespace);
  const has = (name: string): string | null => (properties.has(`${namespace} ${name}`) ? prefix : null);
  report(type, {
    part: Number(properties.get(`${namespace} part`)?.text),
    conformance: properties.get(`${namespace} conformance`)?.text ?? null,
    partPrefix: has('part'),
    conformancePrefix: has('conformance'),
    amdPrefix: has('amd'),
    corrPrefix: has('corr'),
  });
}

/** Reads the XMP packet of a PDF and reports facts about it. */
export function modelMetadata(bytes: Buffer, gContainsCatalogLang: boolean, report: Report): XmpProperties {
  const packet = bytes.toString('utf8');
  const header = /^<\?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"([^?]*)\?>/u.exec(packet);
  const body = packet.replaceAll(/<\?xpacket[^?]*\?>/g, '').trim();
  const rdf = findChild(parseXml(body), 'RDF');
  const listed = findChildren(rdf, 'Description').flatMap(({ children }) => children);
  const properties = new Map(listed.map((element) => [`${element.namespace} ${element.name}`, element]));
  const isOnce = listed.length > 0 && properties.size === listed.length;
  report('XMPPackage', {
    bytes: header?.[1]?.includes('bytes') === true ? header[1] : null,
    encoding: header?.[1]?.includes('encoding') === true ? header[1] : null,
    isSerializationValid: header !== null && isOnce && /<\?xpacket end="[rw]"\?>\s*$/.test(packet),
    actualEncoding: packet.includes('\u{fffd}') && !bytes.equals(Buffer.from(packet)) ? 'unknown' : 'UTF-8',
  });
  const container = properties.get(`${EXTENSION} schemas`);
  const bag = findChild(container, 'Bag');
  const schemas = findChildren(bag, 'li');
  if (container !== undefined)
    report('ExtensionSchemasContainer', {
      isValidBag: schemas.length > 0,
      prefix: prefixOf(packet, EXTENSION),
    });
  for (const schema of schemas) reportSchema(schema, packet, report);
  for (const { name, namespace } of listed) {
    const element = properties.get(`${namespace} ${name}`)!;
    const schema = schemas.find((one) => findText(one, 'namespaceURI') === namespace);
    const described = findChildren(findChild(findChild(schema, 'property'), 'Seq'), 'li').find(
      (property) => findText(property, 'name') === name,
    );
    const predefined = PREDEFINED[namespace]?.[name];
    report('XMPProperty', {
      name: `${namespace}${name}`,
      isPredefinedInXMP2005: predefined !== undefined,
      isDefinedInMainPackage: described !== undefined,
      isDefinedInCurrentPackage: described !== undefined,
      isValueTypeCorrect: isOfType(element, predefined ?? (findText(described, 'valueType') as ValueType)),
    });
    if (predefined === 'LangAlt') report('XMPLangAlt', { xDefault: true, gContainsCatalogLang });
  }
  const has = (namespace: string): boolean => listed.some((element) => element.namespace === namespace);
  report('MainXMPPackage', {
    containsPDFAIdentification: has(PDFA_ID),
    containsPDFUAIdentification: has(PDFUA_ID),
    dc_title:
      properties.get('http://purl.org/dc/elements/1.1/ title')?.children[0]?.children[0]?.text ?? null,
  });
  if (has(PDFA_ID)) reportIdentification('PDFAIdentification', PDFA_ID, { packet, properties, report });
  if (has(PDFUA_ID)) reportIdentification('PDFUAIdentification', PDFUA_ID, { packet, properties, report });
  return properties;
}
