import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openXmlSchema, type XmlSchema } from './xml-schema.ts';

/** The schemas of electronic invoices are stored beside the project, not in it. */
const FILE = fileURLToPath(
  new URL('../../../../shared/einvoice/schemas/facturae/Facturaev3_2_2.xsd', import.meta.url),
);

/** Whether the schema is on this machine. */
export const hasFacturaeSchema = existsSync(FILE);
if (!hasFacturaeSchema) console.warn('SKIPPED, ../shared/einvoice is not here: the schema of Facturae');

/** The text of the schema. */
export function readFacturaeSchema(): string {
  return readFileSync(FILE, 'utf8');
}

/** Opens the official schema of Facturae 3.2.2. `check` throws libxml2's reasons if a document violates it. */
export function openFacturaeSchema(): XmlSchema {
  return openXmlSchema(readFacturaeSchema(), FILE);
}
