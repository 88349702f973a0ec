import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';
import { findIdentityFaults, readWorkloadIdentity } from './workload-identity.ts';

/** What opening a bucket takes. */
const PLACE = ['S3_ENDPOINT', 'S3_BUCKET'] as const;
/** As what it is opened; without both, as who the platform says that the process is. */
const KEYS = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Finds what of a bucket is missing where render batches are to lie in one, or a part of it is set. @returns a line for each setting. */
export function findRenderStoreFaults(environment: Environment): string[] {
  const isUnset = (name: (typeof PLACE | typeof KEYS)[number]) => environment[name] === undefined;
  const given = [...PLACE, ...KEYS].find((name) => !isUnset(name));
  if (environment.RENDER_STORE !== 's3' && given === undefined) return [];
  const where = environment.RENDER_STORE === 's3' ? 'RENDER_STORE is s3' : `${given} is`;
  const missing = (names: readonly string[]) => names.map((name) => `${name} must be set where ${where}`);
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
          `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where ${where}, or the platform must give an identity: AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE, or AWS_CONTAINER_CREDENTIALS_FULL_URI`,
        ]
      : []),
  ];
}

/**
 * The bucket that render batches lie in, for a process that render batches or serves them; null: none is set.
 * @throws ConfigurationError where a part of it is missing.
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
