import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const RULES = new URL('../../.oxfmtrc.json', import.meta.url);

/**
 * Reads a golden JSON file. UPDATE_GOLDEN=1 first rewrites it.
 * @param value the expected value.
 * @returns the text of the file, and the expected text: the value, formatted as by
 *   `npm run format`.
 */
export async function readGoldenJson(
  file: URL,
  value: unknown,
): Promise<{ readonly found: string; readonly wanted: string }> {
  const { printWidth } = JSON.parse(readFileSync(RULES, 'utf8')) as { readonly printWidth: number };
  const { code } = await format(fileURLToPath(file), JSON.stringify(value, null, 2), { printWidth });
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, code);
  return { found: readFileSync(file, 'utf8'), wanted: code };
}
