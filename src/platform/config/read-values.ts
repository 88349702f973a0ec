import type { Texts } from './collect-texts.ts';
import type { Setting } from './read-setting.ts';
import { readValue } from './read-value.ts';

/** By the name of a setting, what is wrong with it: a line that begins with the variable. */
type Wrong = ReadonlyMap<string, string>;

/**
 * Reads all settings.
 * @param schema of all of them.
 * @returns their values, and those that are wrong. In the place of a wrong one its default stands, so that the others can be judged together.
 */
export function readValues(
  schema: { readonly properties: object; readonly required?: readonly string[] },
  variables: NodeJS.ProcessEnv,
  { given, faults }: Texts,
): { readonly values: Readonly<Record<string, unknown>>; readonly wrong: Wrong } {
  const wrong = new Map(faults);
  const values = new Map<string, unknown>();
  for (const [name, setting] of Object.entries(schema.properties) as [string, Setting][]) {
    const isFile = Boolean(variables[`${name}_FILE`]) && given[name] !== variables[name];
    const isRequired = !wrong.has(name) && (schema.required ?? []).includes(name);
    const text = wrong.has(name) ? undefined : given[name];
    const read = readValue(name, setting, text, isFile ? `${name}_FILE` : name, isRequired);
    if ('fault' in read) wrong.set(name, read.fault);
    const value = 'value' in read ? read.value : (setting as { default?: unknown }).default;
    if (value !== undefined) values.set(name, value);
  }
  return { values: Object.fromEntries(values), wrong };
}

/**
 * Adds what is wrong with settings together to what is wrong with each of them.
 * @param finders in their order: one that names a setting which is told already is a consequence, and no fault of its own.
 */
export function addFaults(wrong: Wrong, finders: readonly (() => readonly string[])[]): readonly string[] {
  const told = new Set(wrong.keys());
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
