import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROCESS_ROLES, type ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';
import { SetupError } from '../boot/boot-report.js';

type DatabasePassword = `${ProcessRole}DatabasePassword`;

/**
 * The secrets that `npm start` generates once and stores in `.local/secrets.json`, readable by its
 * owner only.
 */
export type Secrets = Readonly<Record<DatabasePassword, string>> & {
  /** The password of the login that owns the database; the processes have other logins. */
  readonly postgresPassword: string;
  readonly redisPassword: string;
  readonly dashboardPassword: string;
  readonly apiKey: string;
  /** The key that seals certificates for AEAT. */
  readonly certificateKey: string;
  /**
   * The idempotency keys of the sample's batches: an interrupted first start sends the same
   * requests again.
   */
  readonly openingKey: string;
  readonly sampleKey: string;
};

/** Loads the secrets. @returns the secrets, and whether they were generated just now. */
export async function loadSecrets(): Promise<{ secrets: Secrets; fresh: boolean }> {
  const file = path.join(LOCAL, 'secrets.json');
  const kept = existsSync(file) ? parseSecrets(readFileSync(file, 'utf8'), file) : {};
  // The file of an older version may lack newer secrets.
  const secrets = { ...buildSecrets(), ...kept };
  if (Object.keys(secrets).some((name) => !Object.hasOwn(kept, name))) {
    // An incomplete file would lose the key that sealed the certificates.
    await writeLasting(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return { secrets, fresh: Object.keys(kept).length === 0 };
}

/** The minimum length of a secret. An empty password would admit everyone. */
const MIN_LENGTH = 8;

/**
 * Reads the secrets of a file, which may lack some.
 * @throws SetupError that names the file and shows nothing of its content.
 */
export function parseSecrets(text: string, file: string): Partial<Secrets> {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    // The error of JSON.parse is not shown, because it quotes a part of the text.
    kept = null;
  }
  if (isRecordOfSecrets(kept)) return kept;
  throw new SetupError(
    `${file} is invalid: it must be a JSON object whose values are texts of at least ${MIN_LENGTH} characters`,
    'Repair it, or remove it to generate new secrets.',
  );
}

/**
 * Checks the parsed file without a package, since the first secrets are generated before the
 * packages are installed.
 */
function isRecordOfSecrets(value: unknown): value is Partial<Secrets> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === 'string' && text.length >= MIN_LENGTH);
}

/** Generates new secrets. */
export function buildSecrets(): Secrets {
  return {
    postgresPassword: buildToken(24),
    ...(Object.fromEntries(
      PROCESS_ROLES.map((role) => [`${role}DatabasePassword`, buildToken(24)]),
    ) as Record<DatabasePassword, string>),
    redisPassword: buildToken(24),
    dashboardPassword: buildToken(12),
    apiKey: `org_live_${buildToken(32)}`,
    certificateKey: randomBytes(32).toString('base64'),
    openingKey: randomUUID(),
    sampleKey: randomUUID(),
  };
}

function buildToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
