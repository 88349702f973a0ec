/*
 * Texts of messages in every language. A template has holes for values: `{name}`. The templates of
 * one message have the same holes in every language, which the compiler checks.
 */

/** The languages of messages. The first one is the default. */
export const MESSAGE_LANGUAGES = ['en', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];
/** A text, or the template of one, in each language. */
export type Text = Readonly<Record<MessageLanguage, string>>;

/** The names of the holes in a template. */
type Holes<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;
/** A value of a hole; a text is written in the language of the template. */
export type Value = string | number | bigint | null | Text;
/** The value of each hole in the templates of a message. */
export type Values<Message extends Text> = { readonly [Name in Holes<Message['en']>]: Value };

/**
 * Messages as they are given, unless the templates of one differ in their holes: then a type that
 * they do not have.
 */
type WithEqualHoles<Messages extends Readonly<Record<string, Text>>> = {
  readonly [Code in keyof Messages]: [Holes<Messages[Code]['en']>, Holes<Messages[Code]['es']>] extends [
    Holes<Messages[Code]['es']>,
    Holes<Messages[Code]['en']>,
  ]
    ? Text
    : { readonly error: 'the languages have different holes' };
};

/** Defines messages by their codes, with the holes of each as types. */
export function defineTexts<const Messages extends Readonly<Record<string, Text>>>(
  messages: Messages & WithEqualHoles<Messages>,
): Messages {
  return messages;
}

/**
 * Returns a text that is English in every language, as those that only answers of version 1
 * contain.
 */
export function onlyEnglish<const Template extends string>(
  text: Template,
): Record<MessageLanguage, Template> {
  return { en: text, es: text };
}

/** Writes a text in each language. */
function inEachLanguage(write: (language: MessageLanguage) => string): Text {
  return { en: write('en'), es: write('es') };
}

/** Joins texts, as `processing_error` does. */
export function joinTexts(texts: readonly Text[], separator = '; '): Text {
  return inEachLanguage((language) => texts.map((text) => text[language]).join(separator));
}

const HOLE = /\{(\w+)\}/;
/**
 * The parts of each template: the texts between its holes, and the names of the holes at odd
 * places.
 */
const parts = new Map<string, readonly string[]>();

function divide(template: string): readonly string[] {
  const known = parts.get(template) ?? template.split(HOLE);
  parts.set(template, known);
  return known;
}

/** Writes the templates of a message with the values of their holes. */
export function fillText(message: Text, values: Readonly<Record<string, Value>>): Text {
  return inEachLanguage((language) =>
    divide(message[language])
      .map((part, index) => (index % 2 === 0 ? part : writeValue(values[part]!, language)))
      .join(''),
  );
}

function writeValue(value: Value, language: MessageLanguage): string {
  return typeof value === 'object' && value !== null ? value[language] : String(value);
}
