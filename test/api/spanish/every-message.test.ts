import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../../src/contracts/api-error-catalogue.ts';
import { LINE_MEMBER_NAMES, MEMBER_NAMES, NAMES_OF_V1 } from '../../../src/domain/reading/findings.ts';
import { describeRefusal } from '../../../src/contracts/api-error.ts';
import { describeLater } from '../../../src/domain/verifactu/decide-correction.ts';
import { ERROR_TEXTS, type TranslatedError } from '../../../src/api/spanish/error-texts.ts';
import { readTemplate } from '../../../src/api/spanish/template.ts';
import { PHRASES } from '../../../src/api/spanish/texts/phrases.ts';
import { translateMessage, translatePlace } from '../../../src/api/spanish/translate-message.ts';
import { translateRefusal } from '../../../src/api/spanish/translate-refusal.ts';
import { STATEMENTS, translatePhrase, translateStatement } from '../../../src/api/spanish/translate-text.ts';
import { findArguments, findProse, VALUE } from './support/find-prose.ts';
import { findEnglish } from './support/spanish-twin.ts';

/*
 * Every text that a rule can report is found by parsing the sources and must have a translation. A new message without a Spanish text fails this test.
 */

/** The sources of messages. */
const SOURCES = [
  'src/accept/*.ts',
  'src/api/electronic-documents.ts',
  'src/domain/einvoice/warn-of-formats.ts',
  'src/api/routes/responsible-declaration.ts',
  'src/contracts/{acts,shown-text}.ts',
  'src/domain/{invoice,money,reading,recipients,tax}/*.ts',
  'src/domain/verifactu/{decide-correction,destinatario}.ts',
  'src/issue/*.ts',
  'src/notify/check-url.ts',
  'src/operate/correct-invoice.ts',
  'src/render/render-preview.ts',
];
const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(MEMBER_NAMES),
  ...Object.values(LINE_MEMBER_NAMES),
  ...Object.values(NAMES_OF_V1),
]);
/** Texts that no answer contains, or that the code which translates them replaces. */
const OTHERS: ReadonlySet<string> = new Set([
  // The name of a format.
  'ubl (profile=cen)',
  // The name of a rule.
  'RD 1619/2012 art. 6.1.e',
  // Names of spans of a trace.
  'examine batch',
  'store batch',
  'prepare batch',
  'issue batch',
  // What findSyntaxFault expects.
  'comma or end',
  'name or end',
  'value or end',
  // A reason to restart.
  'the trial issuing of a batch was interrupted',
  // The description of an answer.
  'The declaration',
  // Errors that the route of corrections replaces.
  'There is no issued invoice ¤',
  'The API key does not have the right to correct',
  'The order is settled already',
  // The log.
  'What the invoices of the batch rectify or replace could not be read in time',
  // translateRefusal joins its own texts.
  'and more',
]);
const USE_OTHER =
  'Recipient legal name must be blank with invoice type F2: use F1, or F3 to replace simplified invoices; or set has_unidentified_recipient to true, which prints the name but does not register it';
const USE_LIST =
  "Recipient legal name can't be given together with recipients: use name of the recipient there";
const REPLACE_OTHER =
  'Rectified invoice is of type R5: F3 replaces F2; replace the F2 that it rectifies instead, with the amounts after the rectification';
/** Texts that are put together with others, each with a whole message or statement that contains it. */
const PARTS: Readonly<Record<string, string>> = {
  'Line ¤: ¤ ¤': 'Line 1: GTIN is not valid',
  '¤, electronic address': "Recipient 1, electronic address: value can't be blank",
  '¤, contact': "Recipient 1, contact: name can't be blank without a phone and an email",
  '¤, person name':
    "Recipient 1, person name: given name can't be blank: Facturae requires the name and the first surname of a natural person",
  'Replaced invoice': 'Replaced invoice 1: issuer nif is not valid',
  '¤; or set has_unidentified_recipient to true, which prints the name but does not register it': USE_OTHER,
  '¤ of the recipient there': USE_LIST,
  "can't be given together with recipients: use ¤": USE_LIST,
  '; replace the F2 that it rectifies instead, with the amounts after the rectification': REPLACE_OTHER,
  'is of type ¤: ¤ ¤ ¤¤': REPLACE_OTHER,
  ' with tax regime ¤': 'Line 1: tax rate must be 21 with tax regime 11',
  'must be ¤¤¤': 'Line 1: tax rate must be 21 with tax regime 11',
  ' (per cent: ¤, not ¤)': 'Line 1: tax rate must be one of 0, 21 (per cent: 21, not 0.21)',
  '¤, or leave it out, with tax regime ¤ the line is ¤':
    'Line 1: tax exemption code E1 is not allowed with tax regime 08: use tax regime 01, or leave it out, with tax regime 08 the line is N2',
  'must be ¤': 'must be a string',
  'a string': 'must be a string',
  'a number': 'must be a number',
  'an integer': 'must be an integer',
  'true or false': 'must be true or false',
  'an array': 'must be an array',
  'an object': 'must be an object',
  'must be ¤ ¤': 'must be at least 1',
  'at least': 'must be at least 1',
  'at most': 'must be at most 1',
  '1 item': 'must have at most 1 item',
  '¤ items': 'must have at most 2 items',
  'must have at least ¤': 'must have at least 1 item',
  'must have at most ¤': 'must have at most 2 items',
};

/** Texts of a single word, and one that an SQL statement contains. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'and more',
  'parameter',
  'parameters',
  'Erased after its retention period',
]);

/** Electronic invoices contain Spanish texts of their own. The arguments of these are why a format cannot express an invoice. */
const REFUSING = ['NotExpressible', 'buildAddress', 'limitText', 'missing', 'number', 'requireSame'];

const found = [...findProse(SOURCES), ...findArguments(['src/domain/einvoice/**/*.ts'], REFUSING)].filter(
  ({ text }) => !NAMES.has(text) && !OTHERS.has(text),
);

/** Translates a text as a statement, as one that a name or another value precedes, as a value of another text, or as the name of an object. */
function translate(text: string): string | null {
  const statements = [text, `${VALUE} ${text}`, `${VALUE}${text}`, text.replace(/^Issuer NIF /, '')];
  return (
    statements.map(translateStatement).find((translation) => translation !== null) ??
    translatePhrase(text.replace(/^[:,;] /, '')) ??
    translatePlace(text)
  );
}

const partsOf = (text: string) =>
  text
    .split(VALUE)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const withoutHoles = (text: string) => text.replaceAll(/\{\w+[*?]?\}/g, '');

const CATALOGUES = [...STATEMENTS, PHRASES];
const ENTRIES = CATALOGUES.flatMap((texts) => Object.entries(texts));

describe('the Spanish texts', () => {
  it('contain every text that the rules of an invoice can report', () => {
    expect(found.length).toBeGreaterThan(250);
    // describeLater forms only some of the texts that its template could form. A test of its own has them.
    const known = found.filter(({ text }) => !/ or replaces? it: annul /.test(text));
    const missing = known.filter(({ text }) => !(text in PARTS) && translate(text) === null);
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(PARTS))('contain the whole message for its part: %s', (part, message) => {
    expect(found.map(({ text }) => text)).toContain(part);
    for (const each of partsOf(part)) expect(message).toContain(each);
    expect(translateMessage(message)).not.toBeNull();
  });

  it('contain no text that is not in the sources any more', () => {
    const errors = Object.values(API_ERRORS).map(({ message }) => message);
    const sources = [...found.map(({ text }) => text), ...Object.values(PARTS), ...ELSEWHERE, ...errors];
    const stale = ENTRIES.flatMap(([english]) =>
      readTemplate(english)
        .parts.flatMap((part) => part.split(/; the same applies to /))
        .map((part) => part.trim())
        .filter((part) => part.length > 3 && !sources.some((text) => text.includes(part)))
        .map((part) => ({ english, part })),
    );
    expect(stale).toEqual([]);
  });

  it('have the values of the English texts, and are written once', () => {
    for (const [english, spanish] of ENTRIES) {
      const [given, used] = [english, spanish].map((text) =>
        readTemplate(text).holes.map(({ name }) => name),
      );
      expect({ english, holes: new Set(used) }).toEqual({ english, holes: new Set(given) });
      expect({ spanish, english: findEnglish(withoutHoles(spanish)) }).toEqual({ spanish, english: [] });
    }
    for (const texts of [STATEMENTS, [PHRASES]]) {
      const keys = texts.flatMap((each) => Object.keys(each));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it.each([[['A/1']], [['A/1', 'A/2']], [['A/1', 'A/2', 'A/3', 'A/4', 'A/5', 'A/6']]])(
    'contain why an invoice that %j correct or replace cannot be annulled',
    (numbers) => {
      const values = { number: 'F-1', corrected: 'annulled', reason: describeLater(numbers) };
      const { message } = translateRefusal(describeRefusal('corrected_by_others', values));
      expect(message).toMatch(/^La factura F-1 no se puede anular: A\/1.*: anule antes es/);
      expect(findEnglish(message)).toEqual([]);
    },
  );

  it.each(Object.entries(ERROR_TEXTS))('have the values of the error %s', (name, spanish) => {
    const english = readTemplate(API_ERRORS[name as keyof typeof ERROR_TEXTS].message);
    const holesOf = ({ holes }: ReturnType<typeof readTemplate>) => holes.map((hole) => hole.name).toSorted();
    expect(holesOf(readTemplate(spanish))).toEqual(holesOf(english));
    expect(findEnglish(withoutHoles(spanish))).toEqual([]);
    const values = Object.fromEntries(holesOf(english).map((hole, index) => [hole, `V${index}`]));
    const { message } = translateRefusal({ error: name as TranslatedError, values, message: 'in English' });
    const shown = name === 'wrong_shape' ? [] : Object.values(values);
    expect(shown.filter((value) => !message.includes(value))).toEqual([]);
    expect(message).not.toBe('in English');
  });
});
