import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ALLOCATION } from '../../../../ops/local/boot/node-flags.ts';

const MB = 2 ** 20;

/** Allocates and frees buffers of the sizes of bodies and parameters between small ones that stay, and prints the memory of the process in bytes. */
const churn = `
  const collect = globalThis.gc;
  const kept = [];
  const rss = () => Number(/VmRSS:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  for (let round = 0; round < 6; round += 1) {
    const large = [];
    for (let index = 0; index < 60; index += 1) {
      large.push(Buffer.alloc(300_000 + ((index * 7919 + round * 104_729) % 1_700_000), 1));
      kept.push(Buffer.alloc(8192 + 1, 1));
    }
    large.length = 0;
    collect();
    collect();
  }
  console.log(rss() - kept.length);
`;

/** Only glibc retains freed memory, and only Linux reports the memory of a process. */
const isGlibc =
  process.platform === 'linux' &&
  'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

it.runIf(isGlibc)('freed large buffers are returned to the system', () => {
  const run = (environment: object) =>
    Number.parseInt(
      execFileSync(process.execPath, ['--expose-gc', '-e', churn], {
        env: { PATH: process.env['PATH'], ...environment },
        encoding: 'utf8',
      }),
      10,
    );
  const [kept, given] = [run({}), run(ALLOCATION)];
  expect(kept - given).toBeGreaterThan(10 * MB);
});
