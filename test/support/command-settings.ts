import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKLOAD_IDENTITY_SETTINGS } from '../../src/platform/config/workload-identity.ts';
import packageJson from '../../package.json' with { type: 'json' };

/* Which settings each command reads besides the address of its database, found in what it imports: whoever runs commands must give them. */

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Modules that read settings, and which ones. */
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
  /** As after `npm run`. */
  readonly command: string;
  /** The program, from the project's directory on. */
  readonly file: string;
  readonly settings: readonly string[];
  /** Subcommands that work as the owner of the tables; `''` stands for a command without subcommands. */
  readonly asOwner: readonly string[];
};

/** Subcommands of commands of which only some work as the owner of the tables. */
const OWNERS_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = { archive: ['leave', 'return'] };

/** Lists every command of package.json that works with the database, but for the doctor, which reads the settings of all processes. */
export function listCommandSettings(): CommandSettings[] {
  return Object.entries(packageJson.scripts).flatMap(([command, script]) => {
    const file = / (ops\/(?:cli|checker)\/[\w-]+\.ts)$/.exec(script)?.[1];
    if (file === undefined || command === 'doctor') return [];
    const modules = [...listModules(path.join(ROOT, file))];
    const settings = Object.entries(READERS).flatMap(([reader, names]) =>
      modules.includes(path.join(ROOT, reader)) ? names : [],
    );
    const isOwners = readFileSync(path.join(ROOT, file), 'utf8').includes('withOwner(');
    return [
      {
        command,
        file,
        settings,
        asOwner: isOwners ? (OWNERS_SUBCOMMANDS[command] ?? ['']) : [],
      },
    ];
  });
}

/** The modules of the project that a module imports when it runs, itself included. */
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
