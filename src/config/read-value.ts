import { ConfigurationError } from './configuration-error.ts';
import { readSetting, type Setting } from './read-setting.ts';
import { SETTING_RULES } from './setting-rules.ts';

/**
 * Reads a setting.
 * @param text that it has; undefined: it is not set.
 * @param variable that an operator would change.
 * @returns undefined where it is not set and has no default.
 * @throws ConfigurationError
 */
export function readValue(
  name: string,
  setting: Setting,
  text: string | undefined,
  variable: string,
  isRequired: boolean,
): unknown {
  if (text === undefined) {
    const fallback = (setting as { default?: unknown }).default;
    if (fallback === undefined && isRequired) throw new ConfigurationError(`${name} must be set`);
    return fallback;
  }
  const read = readSetting(setting, text);
  if ('fault' in read) throw new ConfigurationError(`${variable} ${read.fault}`);
  const fault = SETTING_RULES[name]?.(text);
  if (fault !== undefined) throw new ConfigurationError(`${variable} ${fault}`);
  return read.value;
}
