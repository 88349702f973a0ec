import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

/** An XML schema. `check` throws libxml2's reasons if a document violates it. */
export type XmlSchema = { check: (xml: string) => void } & Disposable;

/** Opens an XML schema. @param url its file, to which the schemas that it imports are relative. */
export function openXmlSchema(text: string, url: string): XmlSchema {
  xmlRegisterFsInputProviders();
  const schema = XmlDocument.fromString(text, { url });
  const validator = XsdValidator.fromDoc(schema);
  return {
    check(xml) {
      const document = XmlDocument.fromString(xml);
      try {
        validator.validate(document);
      } finally {
        document.dispose();
      }
    },
    [Symbol.dispose]() {
      validator.dispose();
      schema.dispose();
    },
  };
}
