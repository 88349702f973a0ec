import { checkElement } from '../schema/check-element.ts';
import { elementsOf, sequence } from '../schema/model.ts';
import { text } from '../schema/simple-types.ts';
import { findChildren, findText, type XmlElement } from '../xml/element.ts';
import { MessageFault } from '../xml/message-fault.ts';
import { CENSUS_QUESTION } from '../xml/namespaces.ts';
import { openSoapBody } from '../xml/open-soap-body.ts';

/** A Contribuyente of VNifV2Ent. */
export type Question = { readonly nif: string; readonly name: string };

/** The maximum in the newer of the two known schemas; that of 2022 allows 10,000. */
const MAX_QUESTIONS = 20_000;
const ANY_TEXT = text(Number.POSITIVE_INFINITY);
const SCHEMA = 4102;

const { one, many } = elementsOf(CENSUS_QUESTION);
const QUESTIONS = sequence(
  many('Contribuyente', sequence(one('Nif', ANY_TEXT), one('Nombre', ANY_TEXT)), MAX_QUESTIONS),
);

/** Reads a message of VNifV2. @throws MessageFault if the schema does not allow it. */
export function readQuestions(root: XmlElement): Question[] {
  const body = openSoapBody(root);
  const isQuestion = body.name === 'VNifV2Ent' && body.namespace === CENSUS_QUESTION;
  if (!isQuestion) throw new MessageFault(SCHEMA, body.name);
  const [finding] = checkElement(body, QUESTIONS);
  if (finding) throw new MessageFault(SCHEMA, finding.field);
  return findChildren(body, 'Contribuyente').map((person) => ({
    nif: findText(person, 'Nif') ?? '',
    name: findText(person, 'Nombre') ?? '',
  }));
}
