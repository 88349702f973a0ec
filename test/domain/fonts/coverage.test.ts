import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCoverage } from '../../render/support/read-coverage.ts';

const FILE = new URL('../../../src/generated/font-coverage.json', import.meta.url);

it('the table of covered characters equals that of the installed fonts (UPDATE_GOLDEN=1 rewrites it)', () => {
  const text = `${JSON.stringify(readCoverage(), null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});
