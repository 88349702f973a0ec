import { readFileSync } from 'node:fs';
import { einvoicePath } from './shared-facts.ts';
import { openXmlSchema, type XmlSchema } from './xml-schema.ts';

const FILE = einvoicePath('schemas/facturae/Facturaev3_2_2.xsd');

/** The text of the schema. */
export function readFacturaeSchema(): string {
  return readFileSync(FILE, 'utf8');
}

/**
 * Opens the official schema of Facturae 3.2.2. `check` throws libxml2's reasons if a document
 * violates it.
 */
export function openFacturaeSchema(): XmlSchema {
  return openXmlSchema(readFacturaeSchema(), FILE);
}
