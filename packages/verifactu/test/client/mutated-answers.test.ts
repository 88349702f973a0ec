import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/client/internal/parse-xml.ts';
import type { XmlElement } from '../../src/remission/xml-element.ts';
import { CONSULTA_ANSWER, readConsultaAnswer } from '../../src/client/internal/read-consulta-answer.ts';
import {
  readRegistrationAnswer,
  REGISTRATION_ANSWER,
} from '../../src/client/internal/read-registration-answer.ts';
import { readSoapBody } from '../../src/client/internal/read-soap-body.ts';
import { XmlError } from '../../src/client/internal/read-markup.ts';
import { mutationsOf, type Mutated } from '../../../../test/support/xml/arbitrary-mutation.ts';
import { ANSWERS, MESSAGES } from '../../../../test/support/xml/documents.ts';
import { runsOf } from '../../../../test/support/long.ts';

const RUNS = runsOf(2500);
const LIMIT = { timeout: Math.max(30_000, RUNS * 20) };
const MAX_MARKUP = 100_000;

/** Returns a document's elements as the engine reads them, or null if the engine refuses it. */
function outline(text: string): unknown {
  try {
    return outlineElement(parseXml(text, MAX_MARKUP));
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** Returns the names of an element and its children, or its text if it has no children. */
function outlineElement({ name, namespace, children, text }: XmlElement): unknown {
  return [namespace, name, children.length === 0 ? text : children.map(outlineElement)];
}

/** Returns what the engine reads from the answer to a submission or to a query. */
function understand(text: string): unknown {
  const registration = readSoapBody(text, REGISTRATION_ANSWER, MAX_MARKUP);
  if (registration.kind === 'content') return readRegistrationAnswer(registration.element);
  const consulta = readSoapBody(text, CONSULTA_ANSWER, MAX_MARKUP);
  return consulta.kind === 'content' ? readConsultaAnswer(consulta.element) : consulta;
}

function isWellFormed(text: string): boolean {
  try {
    XmlDocument.fromString(text).dispose();
    return true;
  } catch {
    return false;
  }
}

describe('a mutated answer', () => {
  const ask = (documents: readonly string[], check: (mutated: Mutated) => void) =>
    fc.assert(fc.property(mutationsOf(documents), check), { numRuns: RUNS });

  it('is accepted only if it is well-formed, and then has the meaning of the original', LIMIT, () => {
    const refused = { kind: 'unreadable', reason: expect.stringMatching(/^(?:not_xml|truncated)$/) };
    ask(ANSWERS, ({ kind, original, text }) => {
      expect(understand(text)).toMatchObject(
        kind === 'harmless' ? (understand(original) as object) : refused,
      );
    });
  });

  it('is well-formed for the engine exactly when it is for libxml2 and by construction', LIMIT, () => {
    ask([...ANSWERS, ...MESSAGES], ({ kind, original, text }) => {
      expect(isWellFormed(text)).toBe(kind === 'harmless');
      expect(outline(text)).toEqual(kind === 'harmless' ? outline(original) : null);
    });
  });
});
