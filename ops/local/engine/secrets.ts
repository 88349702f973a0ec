import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROCESS_ROLES, type ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';
import { SetupError } from '../boot/boot-report.js';

type DatabasePassword = `${ProcessRole}DatabasePassword`;

/** What `npm start` makes up once and keeps in `.local/secrets.json`, readable by its owner only. */
export type Secrets = Readonly<Record<DatabasePassword, string>> & {
  /** Of the login that owns the database; the processes have others. */
  readonly postgresPassword: string;
  readonly redisPassword: string;
  readonly dashboardPassword: string;
  readonly apiKey: string;
  /** Seals certificates for AEAT. */
  readonly certificateKey: string;
  /** Idempotency keys of the sample's batches: an interrupted first start sends the same requests again. */
  readonly openingKey: string;
  readonly sampleKey: string;
};

/** @returns the secrets, and whether they were made just now. */
export async function loadSecrets(): Promise<{ secrets: Secrets; fresh: boolean }> {
  const file = path.join(LOCAL, 'secrets.json');
  const kept = existsSync(file) ? parseSecrets(readFileSync(file, 'utf8'), file) : {};
  // The file of an older version may lack newer ones.
  const secrets = { ...buildSecrets(), ...kept };
  if (Object.keys(secrets).some((name) => !Object.hasOwn(kept, name))) {
    // Half a file would lose the key that sealed the certificates.
    await writeLasting(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return { secrets, fresh: Object.keys(kept).length === 0 };
}

/** An empty password lets everybody in. */
const MIN_LENGTH = 8;

/** Reads the secrets that a file holds, all or some. @throws SetupError that names the file, and shows nothing of it. */
export function parseSecrets(text: string, file: string): Partial<Secrets> {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    // What JSON.parse says quotes a piece of the text.
    kept = null;
  }
  if (isRecordOfSecrets(kept)) return kept;
  throw new SetupError(
    `${file} cannot be read: an object of texts of at least ${MIN_LENGTH} characters is wanted`,
    'Repair it, or remove it: new secrets are made.',
  );
}

/** Without a package: the first secrets are made before there is one. */
function isRecordOfSecrets(value: unknown): value is Partial<Secrets> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === 'string' && text.length >= MIN_LENGTH);
}

/** Makes new secrets. */
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
