import { readShared, sharedPath } from './shared-facts.ts';
import { openXmlSchema, type XmlSchema } from './xml-schema.ts';

/**
 * Opens AEAT's official schemas for SOAP messages. `check` throws libxml2's reasons if a message
 * violates them.
 */
export function openAeatSchema(name = 'xsd/envelope-check.xsd'): XmlSchema {
  return openXmlSchema(readShared(name), sharedPath(name));
}
