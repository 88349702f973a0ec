import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Environment } from '../../../src/platform/config/environment.ts';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';

const DIRECTORY = path.join(LOCAL, 'settings');

/**
 * Writes the settings of each process to a file, for `npm run engine -- doctor`, which checks the
 * actual settings and ports. Only their owner can read the files.
 * @param processes the settings by process name.
 */
export async function writeSettingsFiles(
  processes: Readonly<Record<string, NodeJS.ProcessEnv>>,
): Promise<void> {
  mkdirSync(DIRECTORY, { recursive: true, mode: 0o700 });
  const written = Object.entries(processes).map(([name, variables]) =>
    writeLasting(path.join(DIRECTORY, `${name}.env`), describe(variables)),
  );
  await Promise.all(written);
}

/** Removes the settings files when the engine stops, since they would no longer be valid. */
export function removeSettingsFiles(): void {
  rmSync(DIRECTORY, { recursive: true, force: true });
}

function describe(variables: NodeJS.ProcessEnv): string {
  const names = Object.keys(Environment.properties).flatMap((name) => [name, `${name}_FILE`]);
  const lines = names.flatMap((name) => {
    const value = variables[name];
    return value ? [`${name}=${quote(value)}\n`] : [];
  });
  return lines.join('');
}

/** Quotes a value, in which a # would begin a comment. */
function quote(value: string): string {
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
