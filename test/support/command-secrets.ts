import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SECRETS } from '../../src/platform/config/secret-settings.ts';
import { COMMANDS } from '#src/cli/commands.ts';

/*
 * Finds the secrets that each command reads in addition to the URL of its database, by the modules
 * that it imports. Every process and command receives the settings that are no secret.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The modules that read secrets, and the secrets that they read. */
const READERS: Readonly<Record<string, readonly (typeof SECRETS)[number][]>> = {
  'src/platform/config/certificate-keys.ts': ['CERTIFICATE_KEY', 'CERTIFICATE_KEY_PREVIOUS'],
  'src/cli/ask-queues.ts': ['REDIS_URL'],
  'src/platform/config/render-store-settings.ts': ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
};

export type CommandSecrets = {
  /** The command as after `npm run engine --`. */
  readonly command: string;
  readonly secrets: readonly (typeof SECRETS)[number][];
  /** The subcommands that run as the owner of the tables; `''` is a command without subcommands. */
  readonly asOwner: readonly string[];
};

/**
 * For commands of which only some subcommands run as the owner of the tables: those subcommands.
 */
const OWNERS_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = { archive: ['remove', 'restore'] };

/**
 * Commands with settings of their own: `migrate`, and the doctor, which reads the settings of all
 * processes.
 */
const APART = ['doctor', 'migrate'];

/** Lists every other command of operators. */
export function listCommandSecrets(): CommandSecrets[] {
  const names = Object.keys(COMMANDS).filter((name) => !APART.includes(name));
  return names.map((command) => {
    const file = path.join(ROOT, 'src/cli', `${command}.ts`);
    const modules = [...listModules(file)];
    const secrets = Object.entries(READERS).flatMap(([reader, variables]) =>
      modules.includes(path.join(ROOT, reader)) ? variables : [],
    );
    const isOwners = readFileSync(file, 'utf8').includes('withOwner(');
    return { command, secrets, asOwner: isOwners ? (OWNERS_SUBCOMMANDS[command] ?? ['']) : [] };
  });
}

/** Returns the modules of the project that a module imports at run time, including itself. */
function listModules(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:^(?:import|export) (?!type )(?:[^'";]*?from )?|import\()'([^']+\.(?:ts|js))'/gm,
  );
  for (const [, name = ''] of imports) {
    if (name.startsWith('#src/')) listModules(path.join(ROOT, 'src', name.slice('#src/'.length)), found);
    else if (name.startsWith('.')) listModules(path.resolve(path.dirname(file), name), found);
  }
  return found;
}
