import { Type, type TOptional, type TString } from 'typebox';
import type { WORKER_DUTIES } from '../../contracts/codes.ts';
import { findDatabaseFault } from './database-address.ts';

/** Returns the fault of a text, as words to be read after the variable's name, or undefined. */
export type Rule = (text: string) => string | undefined;

/** The processes, duties of workers and commands to which a secret is passed. */
export type Reader =
  | 'migrate'
  | 'ingress'
  | 'dashboard'
  | (typeof WORKER_DUTIES)[number]
  | 'commands'
  | 'backup'
  | 'restore';

/**
 * What marks the schema of a secret: it may be read from a file, and only these processes receive
 * it.
 */
export type Secret = { readonly readers: readonly Reader[] };

type TextOptions = {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A rule that the schema cannot express. */
  readonly rule?: Rule;
};

/** An optional text. */
export const text = (description: string, options: TextOptions = {}): TOptional<TString> =>
  Type.Optional(Type.String({ ...options, description }));

/** A text with a default. */
export const textOr = (value: string, description: string, options: TextOptions = {}): TString =>
  Type.String({ ...options, default: value, description });

/** One of the given words, of which the first is the default unless another one is given. */
export const word = <Words extends string[]>(
  words: readonly [...Words],
  description: string,
  value: Words[number] | undefined = words[0],
) => Type.Enum<Words>([...words], { default: value, description });

/** `true` or `false`. */
export const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });

/** An integer in the unit that the description names. */
export const integer = (
  { least, most, value }: { readonly least: number; readonly most: number; readonly value: number },
  description: string,
) => Type.Integer({ minimum: least, maximum: most, default: value, description });

/** A port to listen on. */
export const port = (value: number, description: string) =>
  integer({ least: 0, most: 65535, value }, description);

/** An optional secret. */
export function secret(
  readers: readonly Reader[],
  description: string,
  options: TextOptions = {},
): TOptional<TString> & Secret {
  return Object.assign(text(`${description} Secret.`, options), { readers });
}

/**
 * An address of the database with a separate login, which `migrate` creates.
 * @param of the processes or commands that use the login.
 */
export const login = (of: string, readers: readonly Reader[] = ['migrate']) =>
  secret(
    readers,
    `Address of the same database with the login of ${of}; \`npm run migrate\` creates the login with this password.`,
    { rule: findDatabaseFault },
  );
