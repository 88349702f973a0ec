import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment } from '../../src/config/environment.ts';

type Setting = { readonly '~kind'?: string; readonly default?: unknown; readonly description?: string };

function describeDefault(name: string, { default: value }: Setting): string {
  if (value === undefined) return Environment.required.includes(name as 'DATABASE_URL') ? 'required' : 'none';
  return value === '' ? 'none' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

describe('the table of settings in the README', () => {
  it('is what the schema of the environment says', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, table] = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(readme) ?? [];
    const rows = Object.entries<Setting>(Environment.properties).map(
      ([name, setting]) => `| \`${name}\` | ${describeDefault(name, setting)} | ${setting.description} |\n`,
    );
    expect(table).toBe(['| variable | default | meaning |\n', '|---|---|---|\n', ...rows].join(''));
  });
});
