import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { QUEUE_NAMES } from '../../src/contracts/codes.ts';
import { HELD_UP } from '../../src/platform/jobs/pauses.ts';

it('docs/operating.md lists all queues and what waits while each is paused', () => {
  const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, table] = /<!-- queues -->\n([\s\S]*?)<!-- \/queues -->/.exec(text) ?? [];
  const rows = QUEUE_NAMES.map((queue) => `| \`${queue}\` | ${HELD_UP[queue]} |\n`);
  expect(table).toBe(['| queue | while it is paused |\n', '|---|---|\n', ...rows].join(''));
});
