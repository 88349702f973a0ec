import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Variables that only the scripts of the project pass to each other. */
const INTERNAL = new Set(['LOCAL_STARTED_AT', 'LONG', 'NODE_OPTIONS', 'PATH', 'ORGANIZATION_ID']);

it('every variable that a process or a script reads is in a document', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const sources = globSync('{src,workers,ops,packages,clients}/**/*.{ts,js}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', 'packages/*/test'],
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
