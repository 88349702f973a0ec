import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKLOAD_IDENTITY_SETTINGS } from '../../src/platform/config/workload-identity.ts';
import { COMMANDS } from '../../ops/cli/commands.ts';

/* Finds the settings that each command reads in addition to the URL of its database, by the modules that it imports. Operators must provide them. */

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The modules that read settings, and the settings that they read. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'src/platform/config/certificate-keys.ts': ['CERTIFICATE_KEY', 'CERTIFICATE_KEY_PREVIOUS'],
  'ops/cli/ask-queues.ts': ['REDIS_URL'],
  'src/platform/config/aeat-settings.ts': [
    'AEAT_URL',
    'AEAT_SEAL_URL',
    'AEAT_TIMEOUT_SECONDS',
    'AEAT_MAX_WAIT_SECONDS',
  ],
  'src/platform/config/render-store-settings.ts': [
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    ...Object.keys(WORKLOAD_IDENTITY_SETTINGS),
  ],
  'src/platform/config/software.ts': [
    'VERIFACTU_PRODUCER_NAME',
    'VERIFACTU_PRODUCER_NIF',
    'VERIFACTU_PRODUCER_ADDRESS',
    'VERIFACTU_DECLARATION_PLACE',
  ],
};

export type CommandSettings = {
  /** The command as after `npm run engine --`. */
  readonly command: string;
  readonly settings: readonly string[];
  /** The subcommands that run as the owner of the tables; `''` is a command without subcommands. */
  readonly asOwner: readonly string[];
};

/** For commands of which only some subcommands run as the owner of the tables: those subcommands. */
const OWNERS_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = { archive: ['remove', 'restore'] };

/** Commands with settings of their own: `migrate`, and the doctor, which reads the settings of all processes. */
const APART = ['doctor', 'migrate'];

/** Lists every other command of operators. */
export function listCommandSettings(): CommandSettings[] {
  const names = Object.keys(COMMANDS).filter((name) => !APART.includes(name));
  return names.map((command) => {
    const file = path.join(ROOT, 'ops/cli', `${command}.ts`);
    const modules = [...listModules(file)];
    const settings = Object.entries(READERS).flatMap(([reader, variables]) =>
      modules.includes(path.join(ROOT, reader)) ? variables : [],
    );
    const isOwners = readFileSync(file, 'utf8').includes('withOwner(');
    return { command, settings, asOwner: isOwners ? (OWNERS_SUBCOMMANDS[command] ?? ['']) : [] };
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
