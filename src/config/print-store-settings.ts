import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';

/** What opening a bucket takes. */
const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * The bucket that prints lie in, for a process that prints or serves them; null: none is set.
 * @throws ConfigurationError where a part of it is missing.
 */
export function readPrintStoreSettings(environment: Environment) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, region, bucket, accessKeyId, secretAccessKey };
  const unset = NEEDED.filter((name) => environment[name] === undefined);
  if (environment.PRINT_STORE === 's3')
    throw new ConfigurationError(`${unset[0]} must be set where PRINT_STORE is s3`);
  if (unset.length === NEEDED.length) return null;
  const given = NEEDED.find((name) => !unset.includes(name));
  throw new ConfigurationError(`${unset[0]} must be set where ${given} is`);
}
