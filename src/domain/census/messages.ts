import { escapeXml, SOAP } from 'verifactu-protocol/records/xml';
import type { Reading } from 'verifactu-protocol/remission/reading';
import { findChildren, findText, type XmlElement } from 'verifactu-protocol/remission/xml-element';
import type { AnswerLine, Question } from './match-answers.ts';

/*
 * The messages of VNifV2, AEAT's service that tells whether a NIF and a name belong together
 * (VNifV2.wsdl, VNifV2Ent.xsd and VNifV2Sal.xsd).
 */

/** The path of the service on AEAT's hosts and at the stand-in. */
export const CENSUS_PATH = '/wlpl/BURT-JDIT/ws/VNifV2SOAP';

/** The most questions in a message; AEAT's newer schema allows 20,000, its older one 10,000. */
export const MOST_QUESTIONS = 5000;

const QUESTION =
  'http://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/burt/jdit/ws/VNifV2Ent.xsd';

/**
 * Builds the SOAP 1.1 message that asks about taxpayers, in their order.
 * @throws RangeError if there are not 1 to 5,000 questions.
 */
export function buildQuestions(questions: readonly Question[]): string {
  if (questions.length === 0 || questions.length > MOST_QUESTIONS)
    throw new RangeError(`A message takes 1 to ${MOST_QUESTIONS} questions, not ${questions.length}`);
  const taxpayers = questions
    .map(
      ({ nif, name }) =>
        `<vnif:Contribuyente><vnif:Nif>${escapeXml(nif)}</vnif:Nif><vnif:Nombre>${escapeXml(name)}</vnif:Nombre></vnif:Contribuyente>`,
    )
    .join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}"><soapenv:Header/><soapenv:Body>` +
    `<vnif:VNifV2Ent xmlns:vnif="${QUESTION}">${taxpayers}</vnif:VNifV2Ent></soapenv:Body></soapenv:Envelope>`
  );
}

/** Three elements per taxpayer, with references in their texts. */
const MAX_MARKUP = 20 * MOST_QUESTIONS;
const MAX_BYTES = 16 * 1024 * 1024;

/** How the answer is read: by local names, because AEAT's two schemas differ in their namespaces. */
export const CENSUS_READING: Reading<readonly AnswerLine[]> = {
  expected: { name: 'VNifV2Sal' },
  read: (root: XmlElement) =>
    findChildren(root, 'Contribuyente').map((taxpayer) => ({
      nif: findText(taxpayer, 'Nif') ?? '',
      name: findText(taxpayer, 'Nombre') ?? '',
      word: findText(taxpayer, 'Resultado') ?? '',
    })),
  maxMarkup: MAX_MARKUP,
  maxBytes: MAX_BYTES,
};
