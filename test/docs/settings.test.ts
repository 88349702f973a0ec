import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment } from '../../src/platform/config/environment.ts';

type Setting = { readonly '~kind'?: string; readonly default?: unknown; readonly description?: string };

function describeDefault(name: string, { default: value }: Setting): string {
  if (value === undefined) return Environment.required.includes(name as 'DATABASE_URL') ? 'required' : 'none';
  return value === '' ? 'none' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

describe('the table of docs/settings.md', () => {
  it('matches the schema of the environment', () => {
    const text = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const [, table] = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(text) ?? [];
    const rows = Object.entries<Setting>(Environment.properties).map(
      ([name, setting]) => `| \`${name}\` | ${describeDefault(name, setting)} | ${setting.description} |\n`,
    );
    expect(table).toBe(['| variable | default | meaning |\n', '|---|---|---|\n', ...rows].join(''));
  });
});
