import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NODE_FLAGS } from '../../ops/local/node-flags.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it.each(Object.entries(NODE_FLAGS))('Node.js is told the same for %s wherever it starts', (script, flags) => {
  const command = ['node', ...flags, script];
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(Object.values(scripts)).toContain(`exec ${command.join(' ')}`);
  const compose = read('docker-compose.yml');
  expect(compose.split(script)).toHaveLength(
    compose.split(`[${command.map((word) => `'${word}'`).join(', ')}]`).length,
  );
  expect(compose).toContain(script);
  expect(read('ops/docker/Dockerfile')).toContain(`CMD ${JSON.stringify(command).replaceAll('","', '", "')}`);
});
