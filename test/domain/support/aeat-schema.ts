import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { readShared, sharedPath } from './shared-facts.ts';

/** Opens AEAT's official schemas for SOAP messages. `check` throws libxml2's reasons if a message violates them. */
export function openAeatSchema(
  name = 'xsd/envelope-check.xsd',
): { check: (message: string) => void } & Disposable {
  xmlRegisterFsInputProviders();
  const schema = XmlDocument.fromString(readShared(name), { url: sharedPath(name) });
  const validator = XsdValidator.fromDoc(schema);
  return {
    check(message) {
      const document = XmlDocument.fromString(message);
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
