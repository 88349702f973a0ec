import { findDeceptiveCharacter, normaliseText } from '../../contracts/shown-text.ts';
import { Check } from 'typebox/schema';
import type { TSchema } from 'typebox';

/** What of a setting's schema is looked at to read it and to say what it must be. */
export type Setting = TSchema & {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

/** No setting of text is longer. */
const MAX_CHARACTERS = 4096;
/** As people write integers: `1e3`, `0x10`, ` 5 ` and `007` are mistakes. */
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
/** Control characters, line breaks among them, and what was no UTF-8. */
const UNREADABLE = /[\p{Cc}\u2028\u2029\uFFFD]/u;

/**
 * Reads the text of a variable.
 * @returns its value, or what is wrong with it as words to be read after its name: never empty, never the value.
 */
export function readSetting(
  setting: Setting,
  text: string,
): { readonly value: unknown } | { readonly fault: string } {
  if (text.trim() === '') return { fault: 'is blank' };
  if (text.length > MAX_CHARACTERS) return { fault: `is longer than ${MAX_CHARACTERS} characters` };
  if (UNREADABLE.test(text)) {
    return { fault: 'has a line break, another control character or one that is no UTF-8' };
  }
  const deceptive = findDeceptiveCharacter(normaliseText(text));
  if (deceptive !== null) return { fault: `must not contain ${deceptive}` };
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
