import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALLOCATION, COMPILE_CACHE, NODE_FLAGS } from '../../../../ops/local/boot/node-flags.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const written = Object.entries(ALLOCATION).map((setting) => setting.join('='));

it.each(Object.entries(NODE_FLAGS))(
  'Node.js gets the same options for %s wherever it starts',
  (script, flags) => {
    const command = ['node', ...flags, script];
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.values(scripts)).toContain(
      `${COMPILE_CACHE} ${written.join(' ')} exec ${command.join(' ')}`,
    );
    const compose = read('docker-compose.yml');
    expect(compose.split(script)).toHaveLength(
      compose.split(`[${command.map((word) => `'${word}'`).join(', ')}]`).length,
    );
    expect(compose).toContain(script);
    expect(read('ops/docker/Dockerfile')).toContain(
      `CMD ${JSON.stringify(command).replaceAll('","', '", "')}`,
    );
  },
);

it('the C library gets the same settings wherever a process starts', () => {
  const image = read('ops/docker/Dockerfile');
  for (const setting of written) expect(image).toMatch(new RegExp(`^(ENV)? +${setting}( \\\\)?$`, 'm'));
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const name of ['ingress', 'worker', 'dashboard'])
    expect(scripts[name]).toContain(` ${written.join(' ')} exec node `);
});
