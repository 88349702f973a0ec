import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const RULES = new URL('../../.oxfmtrc.json', import.meta.url);

/**
 * Reads a golden file of JSON; UPDATE_GOLDEN=1 writes it anew before.
 * @param value what it should say.
 * @returns the text of the file, and the text that it should have: the value, formatted as `npm run format` does it.
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
