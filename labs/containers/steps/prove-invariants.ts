import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stack } from '../stack.ts';

/**
 * Runs the checker in the operators' container, with every answer that clients received.
 * @throws an error with its table if an invariant is broken.
 */
export async function proveInvariants(stack: Stack): Promise<{ accepted: number; repeated: number }> {
  const answers = stack.clients.flatMap((client) => client.answers);
  const surprises = stack.clients.flatMap((client) => client.surprises);
  if (surprises.length > 0) throw new Error(`Clients were surprised: ${surprises.slice(0, 5).join('; ')}`);
  writeFileSync(
    path.join(stack.shared, 'answers.ndjson'),
    answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''),
  );
  const keys = stack.accounts.flatMap(({ apiKey }) => ['--api-key', apiKey]);
  const { code, out } = await stack.operate([
    'src/cli/main.ts',
    'check-invariants',
    '--aeat',
    '--answers',
    '/shared/answers.ndjson',
    '--api',
    'http://ingress:3000',
    ...keys,
    ...['ingress', 'worker', 'remitter'].flatMap((name) => ['--log', `/shared/logs/${name}.log`]),
  ]);
  if (code !== 0) throw new Error(`The invariants do not hold:\n${out}`);
  console.log(out);
  const repeated = stack.clients.reduce(
    (sum, { misses, refusals }) => sum + misses.length + refusals.length,
    0,
  );
  return { accepted: answers.length, repeated };
}
