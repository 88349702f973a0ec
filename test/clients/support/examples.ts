import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../ops/local/boot/layout.ts';

/** The fences of the examples in the READMEs of the clients. */
const FENCES = { typescript: 'ts', python: 'python', php: 'php' } as const;
export type ExampleLanguage = keyof typeof FENCES;

/** Returns the first example in the README of a client. */
export function readExample(client: ExampleLanguage): string {
  const readme = readFileSync(path.join(ROOT, 'clients', client, 'README.md'), 'utf8');
  const [, example] = new RegExp(`^\`\`\`${FENCES[client]}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readme) ?? [];
  if (example === undefined) throw new Error(`The README of ${client} has no example`);
  return example;
}
