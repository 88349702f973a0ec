import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';
import { findIdentityFaults, readWorkloadIdentity } from './workload-identity.ts';

/** The settings that a bucket requires. */
const PLACE = ['S3_ENDPOINT', 'S3_BUCKET'] as const;
/**
 * The keys of the bucket. Without both, the process uses the identity that the platform gives it.
 */
const KEYS = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * Finds missing settings of the bucket, if RENDER_STORE is s3 or if some of its settings are set.
 * @returns a line for each setting.
 */
export function findRenderStoreFaults(environment: Environment): string[] {
  const isUnset = (name: (typeof PLACE | typeof KEYS)[number]) => environment[name] === undefined;
  const given = [...PLACE, ...KEYS].find((name) => !isUnset(name));
  if (environment.RENDER_STORE !== 's3' && given === undefined) return [];
  const where = environment.RENDER_STORE === 's3' ? 'RENDER_STORE is s3' : `${given} is`;
  const missing = (names: readonly string[]) => names.map((name) => `${name} must be set if ${where}`);
  const place = PLACE.filter(isUnset);
  const keys = KEYS.filter(isUnset);
  if (keys.length < KEYS.length) return missing([...place, ...keys]);
  const identity = findIdentityFaults(environment);
  const hasNone = identity.length === 0 && readWorkloadIdentity(environment) === null;
  return [
    ...missing(place),
    ...identity,
    ...(hasNone
      ? [
          `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set if ${where}, or the platform must provide an identity: AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE, or AWS_CONTAINER_CREDENTIALS_FULL_URI`,
        ]
      : []),
  ];
}

/**
 * Reads the settings of the bucket with render batches, for processes that render or serve PDFs.
 * Returns null if none is set.
 * @throws ConfigurationError if some settings are missing.
 */
export function readRenderStoreSettings(environment: Environment) {
  const faults = findRenderStoreFaults(environment);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const identity =
    accessKeyId && secretAccessKey
      ? { kind: 'keys' as const, accessKeyId, secretAccessKey }
      : readWorkloadIdentity(environment);
  return endpoint && bucket && identity ? { endpoint, region, bucket, identity } : null;
}
