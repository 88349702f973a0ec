import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';

/** What opening a bucket takes. */
const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Finds what of a bucket is missing where prints are to lie in one, or a part of it is set. @returns a line for each setting. */
export function findPrintStoreFaults(environment: Environment): string[] {
  const unset = NEEDED.filter((name) => environment[name] === undefined);
  if (environment.PRINT_STORE === 's3')
    return unset.map((name) => `${name} must be set where PRINT_STORE is s3`);
  const given = NEEDED.find((name) => !unset.includes(name));
  return given === undefined ? [] : unset.map((name) => `${name} must be set where ${given} is`);
}

/**
 * The bucket that prints lie in, for a process that prints or serves them; null: none is set.
 * @throws ConfigurationError where a part of it is missing.
 */
export function readPrintStoreSettings(environment: Environment) {
  const faults = findPrintStoreFaults(environment);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, accessKeyId, secretAccessKey }
    : null;
}
