import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** Variables that only the scripts of the project pass to each other. */
const INTERNAL = new Set(['LOCAL_STARTED_AT', 'LONG', 'NODE_OPTIONS', 'PATH', 'ORGANIZATION_ID']);

it('every variable that a process or a script reads is in a document', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const sources = globSync('{src,workers,ops,packages,clients}/**/*.{ts,js}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', 'ops/lab'],
  }).map(read);
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\benv(?:ironment)?(?:\.|\[')([A-Z][A-Z0-9_]+)\b|['"](AEAT_SANDBOX_[A-Z_]+)['"]/g)].map(
      ([, one, other]) => one ?? other!,
    ),
  );
  const known = [...new Set(names)].filter((name) => !INTERNAL.has(name));
  expect(known).toContain('AEAT_SANDBOX_PORT');
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'packages/aeat-sandbox/README.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ]
    .map(read)
    .join('\n');
  expect(known.filter((name) => !new RegExp(`\\b${name}\\b`).test(documents))).toEqual([]);
  expect(read('docs/settings.md')).toContain('AEAT_SANDBOX_PORT');
});
