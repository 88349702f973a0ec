import { readSetting, type Setting } from './read-setting.ts';
import { SETTING_RULES } from './setting-rules.ts';

/**
 * Reads a setting.
 * @param text that it has; undefined: it is not set.
 * @param variable that an operator would change.
 * @returns its value, undefined where it is not set and has no default; or what is wrong with it, a line that begins with the variable.
 */
export function readValue(
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
  const fault = SETTING_RULES[name]?.(text);
  return fault === undefined ? read : { fault: `${variable} ${fault}` };
}
