import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ELECTRONIC_FORMATS } from '../../src/contracts/electronic-formats.ts';
import { WEBHOOK_EVENTS } from '../../src/contracts/webhooks.ts';

/*
 * The recipes of CONTRIBUTING.md: what exists of each kind is named in few files that people write.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const MOST_FILES = 6;

/** Files that commands write (.gitattributes), and the recorded examples of the API. */
const GENERATED =
  /\/generated\/|\.sql\.ts$|^clients\/python\/.*\/types\.py$|documentation\/examples(?:-v2)?\.json$/;
/** Files that people write: no tests, no reasons and no history. */
const WRITTEN = globSync('{{src,workers,migrations,packages,clients,ops,docs}/**,*.md,*.yml}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/test', 'ops/adr', 'CHANGELOG.md', 'CONTRIBUTING.md'],
}).filter((file) => /\.(?:[jt]s|json|sql|py|php|ya?ml|env|md|sh|conf)$/.test(file) && !GENERATED.test(file));

/** Returns a file without the lists that tests write into it, which are between two marks. */
function readByHand(file: string): string {
  return read(file).replaceAll(/(?:<!-- |# <)settings(?: -->|>)[^]*?\/settings/g, '');
}

const namesOne = (names: readonly string[]) => new RegExp(`(?<![\\w.])(?:${names.join('|')})(?!\\w)`);

/** What exists of each kind, by its names in code and documents. */
const EXAMPLES: readonly (readonly [string, readonly string[]])[] = [
  ['A text that is only passed on', ['project_reference', 'BT-11']],
  ['A setting', ['FAILED_INVOICES_PER_HOUR']],
  ['A setting', ['S3_SECRET_ACCESS_KEY']],
  ['A route of the API', ['testWebhookEndpoint', 'test_webhook_endpoint']],
  ['A webhook event', ['batch.pdfs_ready']],
  ['A finding of the operations page', ['damagedFiles', 'summarizeDamagedFiles', 'judgeDamagedFiles']],
];

/** Closed lists: whatever names all of them would have to name a new one, too. */
const LISTS: readonly (readonly [string, readonly string[]])[] = [
  ['A webhook event', WEBHOOK_EVENTS],
  ['An electronic format', ELECTRONIC_FORMATS],
];

describe('the recipes of CONTRIBUTING.md', () => {
  it.each([...EXAMPLES, ...LISTS])('contain "%s"', (recipe) => {
    expect(read('CONTRIBUTING.md')).toContain(`\n### ${recipe}\n`);
  });

  it.each(EXAMPLES)('need at most six files: %s, as %j', (_recipe, names) => {
    const files = WRITTEN.filter((file) => namesOne(names).test(readByHand(file)));
    expect(files.length).toBeGreaterThan(1);
    expect(files.length > MOST_FILES ? files : []).toEqual([]);
  });

  it.each(LISTS)('need at most six files: %s, beside %j', (_recipe, names) => {
    const files = WRITTEN.filter((file) => names.every((name) => namesOne([name]).test(readByHand(file))));
    expect(files.length).toBeGreaterThan(0);
    expect(files.length > MOST_FILES ? files : []).toEqual([]);
  });
});
