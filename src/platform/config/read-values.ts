import { findSecretSource, type Texts } from './secrets.ts';
import type { Rule } from './setting-types.ts';
import { findDeceptiveCharacter, normaliseText } from '../../contracts/shown-text.ts';
import { Check } from 'typebox/schema';
import type { TSchema } from 'typebox';

/** The faults by the name of the setting. Each is a line that begins with the variable. */
type Wrong = ReadonlyMap<string, string>;

/**
 * Reads all settings.
 * @param schema of all settings.
 * @returns their values and the faults. The default replaces an invalid value, so that the other
 *   settings can be checked together.
 */
export function readValues(
  schema: { readonly properties: object; readonly required?: readonly string[] },
  variables: NodeJS.ProcessEnv,
  { given, faults, unknown }: Texts,
): { readonly values: Readonly<Record<string, unknown>>; readonly wrong: Wrong } {
  const wrong = new Map(faults);
  const values = new Map<string, unknown>();
  for (const [name, setting] of Object.entries(schema.properties) as [string, Setting][]) {
    const isRequired = !wrong.has(name) && !unknown.has(name) && (schema.required ?? []).includes(name);
    const text = wrong.has(name) ? undefined : given[name];
    const variable =
      given[name] === variables[name] ? name : (findSecretSource(name, variables)?.variable ?? name);
    const read = readValue(name, setting, text, variable, isRequired);
    if ('fault' in read) wrong.set(name, read.fault);
    const value = 'value' in read ? read.value : (setting as { default?: unknown }).default;
    if (value !== undefined) values.set(name, value);
  }
  return { values: Object.fromEntries(values), wrong };
}

/**
 * Adds the faults of combinations of settings to those of single settings.
 * @param unknown the secrets that could not be looked for (`Texts`).
 * @param finders run in order. A finding that names a setting with a known fault, or an unknown
 *   secret, is a consequence of that fault and is omitted.
 */
export function addFaults(
  wrong: Wrong,
  unknown: ReadonlySet<string>,
  finders: readonly (() => readonly string[])[],
): readonly string[] {
  const told = new Set([...wrong.keys(), ...unknown]);
  return finders.reduce<string[]>(
    (faults, find) => {
      const found = find().filter((fault) => listNames(fault).every((name) => !told.has(name)));
      for (const fault of found) told.add(fault.split(' ', 1)[0]!);
      return [...faults, ...found];
    },
    [...wrong.values()],
  );
}

function listNames(fault: string): string[] {
  return fault.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? [];
}

/**
 * Reads a setting.
 * @param text the text of the setting; undefined: it is not set.
 * @param variable what an operator would change: the variable, or the file of a secret.
 * @returns its value, undefined if it is not set and has no default; or its fault, a line that
 *   begins with the variable.
 */
function readValue(
  name: string,
  setting: Setting,
  text: string | undefined,
  variable: string,
  isRequired: boolean,
): { readonly value: unknown } | { readonly fault: string } {
  if (text === undefined) {
    const fallback = (setting as { default?: unknown }).default;
    if (fallback === undefined && isRequired) return { fault: `${name} must be set` };
    return { value: fallback };
  }
  const read = readSetting(setting, text);
  if ('fault' in read) return { fault: `${variable} ${read.fault}` };
  const fault = setting.rule?.(text);
  return fault === undefined ? read : { fault: `${variable} ${fault}` };
}

/** The parts of a setting's schema that are needed to read it and to describe what it must be. */
export type Setting = TSchema & {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** A rule that the schema cannot express. */
  readonly rule?: Rule;
};

/** No text setting is longer. */
const MAX_CHARACTERS = 4096;
/** The decimal notation of integers. `1e3`, `0x10`, ` 5 ` and `007` are refused as mistakes. */
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
/** Control characters, including line breaks, and the replacement for invalid UTF-8. */
const UNREADABLE = /[\p{Cc}\u2028\u2029\uFFFD]/u;

/**
 * Reads the text of a variable.
 * @returns its value, or the fault as words to be read after its name. A fault is never empty and
 *   never contains the value.
 */
function readSetting(
  setting: Setting,
  text: string,
): { readonly value: unknown } | { readonly fault: string } {
  if (text.trim() === '') return { fault: 'is blank' };
  if (text.length > MAX_CHARACTERS) return { fault: `is longer than ${MAX_CHARACTERS} characters` };
  if (UNREADABLE.test(text)) {
    return { fault: 'has a line break, another control character or bytes that are not UTF-8' };
  }
  const deceptive = findDeceptiveCharacter(normaliseText(text));
  if (deceptive !== null) return { fault: `must not contain ${deceptive.en}` };
  const value = convert(setting, text);
  return Check(setting, value) ? { value } : { fault: describeExpectation(setting) };
}

function convert({ type }: Setting, text: string): unknown {
  if (type === 'integer' && INTEGER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function describeExpectation(setting: Setting): string {
  const { type, enum: allowed, minimum, maximum, pattern } = setting;
  if (allowed !== undefined) return `must be one of ${allowed.join(', ')}`;
  if (type === 'boolean') return 'must be true or false';
  if (type === 'integer') return `must be an integer${describeRange(minimum, maximum)}`;
  if (pattern !== undefined) return `must match ${pattern}`;
  return `must be a text${describeRange(setting.minLength, setting.maxLength, ' characters')}`;
}

function describeRange(least?: number, most?: number, unit = ''): string {
  if (least !== undefined && most !== undefined) return ` of ${least} to ${most}${unit}`;
  if (least !== undefined) return ` of at least ${least}${unit}`;
  return most === undefined ? '' : ` of at most ${most}${unit}`;
}
