import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROGRAMS } from '../../ops/local/boot/fetch-program.js';
import { PACKAGE_MEGABYTES } from '../../ops/local/boot/install-packages.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('the README has at most 120 lines, of at most 200 characters outside tables', () => {
  const lines = README.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 200 && !line.startsWith('|'))).toEqual([]);
});

it('the README states the download sizes that npm start and npm test show', () => {
  const { runtime, development } = PACKAGE_MEGABYTES;
  expect(README).toContain(`packages by npm (${runtime} MB, and ${development} MB more for \`npm test\`)`);
  for (const { megabytes } of Object.values(PROGRAMS)) expect(README).toContain(`(${megabytes} MB)`);
});
