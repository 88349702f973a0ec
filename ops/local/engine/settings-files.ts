import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Environment } from '../../../src/platform/config/environment.ts';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';

const DIRECTORY = path.join(LOCAL, 'settings');

/**
 * Writes what each process is told, a file each, for `npm run engine -- doctor`: it judges the settings as they are, and asks the ports that there are.
 * Readable by their owner only.
 * @param processes by name.
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

/** Those of an engine that does not run say nothing. */
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

/** A # would begin a comment. */
function quote(value: string): string {
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
