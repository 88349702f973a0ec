/*
 * The metadata of a hybrid invoice: PDF/A identification (ISO 19005-3, 6.6.4), the properties of
 * Factur-X, and the description of the schemas that PDF/A does not know (ISO 19005-3, 6.6.2.3.3).
 */

/** The name of the embedded invoice, which Factur-X prescribes. */
export const XML_NAME = 'factur-x.xml';
export const PRODUCER = 'Invoice Batch Engine';

type Schema = {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly (readonly [
    name: string,
    type: string,
    category: string,
    description: string,
  ])[];
};

const FACTUR_X: Schema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'Text', 'external', 'Name of the embedded file'],
    ['DocumentType', 'Text', 'external', 'Type of the embedded document'],
    ['Version', 'Text', 'external', 'Version of the schema'],
    ['ConformanceLevel', 'Text', 'external', 'Profile of the embedded document'],
  ],
};
const PDF_UA: Schema = {
  name: 'PDF/UA identification schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [['part', 'Integer', 'internal', 'Part of ISO 14289 to which the file conforms']],
};

function describeSchema({ name, namespace, prefix, properties }: Schema): string {
  const list = properties.map(
    ([property, type, category, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
${list.join('\n')}
</rdf:Seq></pdfaSchema:property></rdf:li>`;
}

/**
 * Builds what the XMP packet of an invoice contains in addition when it becomes a hybrid invoice: a
 * description for the end of its `rdf:RDF`.
 * @param packet the packet of the invoice. If it identifies the file as PDF/UA, that schema is
 *   described as well.
 * @param date the date of creation and of the last change, as XMP writes it.
 */
export function buildHybridXmp(packet: string, date: string): string {
  const schemas = packet.includes(`${PDF_UA.prefix}:part`) ? [PDF_UA, FACTUR_X] : [FACTUR_X];
  return `<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" xmlns:fx="${FACTUR_X.namespace}">
<pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
<pdfaExtension:schemas><rdf:Bag>${schemas.map(describeSchema).join('')}</rdf:Bag></pdfaExtension:schemas>
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${XML_NAME}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>`;
}
