import { readFileSync } from 'node:fs';
import type { EngineOptions } from '../engine.ts';
import type { Option } from './command.ts';
import { InputFault } from './faults.ts';
import { readNumber } from './numbers.ts';

/** The options of every command. */
export const COMMON: Readonly<Record<string, Option>> = {
  url: { type: 'string', value: 'URL', about: 'the address of the engine (or INVOICE_ENGINE_URL)' },
  key: {
    type: 'string',
    value: 'KEY',
    about: 'the API key (preferably in INVOICE_ENGINE_API_KEY, or in the file INVOICE_ENGINE_API_KEY_FILE)',
  },
  patience: {
    type: 'string',
    value: 'SECONDS',
    about: 'the time for which an unreachable engine is tried (default: 120)',
  },
  json: { type: 'boolean', about: 'print JSON' },
  help: { type: 'boolean', about: 'show this help' },
};

/**
 * Reads the address of the engine and the API key.
 * @throws InputFault if one is missing or invalid.
 */
export function readSettings(
  options: Readonly<Record<string, string | boolean | undefined>>,
  environment: NodeJS.ProcessEnv,
): EngineOptions {
  const choose = (option: string, variable: string) => {
    const given = options[option];
    return typeof given === 'string' ? given : environment[variable];
  };
  const url = choose('url', 'INVOICE_ENGINE_URL');
  if (!url)
    throw new InputFault('The address of the engine is missing: give --url or set INVOICE_ENGINE_URL');
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new InputFault(`${url} is not an HTTP address`);
  const apiKey =
    choose('key', 'INVOICE_ENGINE_API_KEY') || readKeyFile(environment['INVOICE_ENGINE_API_KEY_FILE']);
  if (!apiKey)
    throw new InputFault(
      'The API key is missing: set INVOICE_ENGINE_API_KEY or INVOICE_ENGINE_API_KEY_FILE, or give --key',
    );
  const patience = options['patience'];
  const seconds = readNumber(typeof patience === 'string' ? patience : undefined, 'patience', 0, 86_400);
  return { url, apiKey, ...(seconds !== undefined && { patienceMs: seconds * 1000 }) };
}

function readKeyFile(file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InputFault(`INVOICE_ENGINE_API_KEY_FILE cannot be read: ${(error as Error).message}`);
  }
}
