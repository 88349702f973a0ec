import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stack } from '../stack.ts';

const SERVICES = ['migrate', 'ingress', 'worker', 'remitter', 'dashboard', 'aeat-sandbox'] as const;

/** Finds lines in the output of the engine's processes that are not JSON. */
function findPlainLines(log: string): string[] {
  return log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isObject(line));
}

function isObject(line: string): boolean {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Stores the output of the containers for the checker. @throws if a line is not JSON. */
export async function proveLogs(stack: Stack): Promise<void> {
  const directory = path.join(stack.shared, 'logs');
  mkdirSync(directory, { recursive: true });
  for (const service of SERVICES) {
    const logs = await Promise.all((await stack.list(service)).map(stack.readLog));
    const log = logs.join('\n');
    writeFileSync(path.join(directory, `${service}.log`), `${log}\n`);
    const [plain] = findPlainLines(log);
    if (plain !== undefined) throw new Error(`${service} writes what is no JSON: ${plain.slice(0, 300)}`);
  }
}
