import { findTextFault } from '../../contracts/acts.ts';
import { API_KEY } from '../../contracts/api-key.ts';
import { WORKER_DUTIES } from '../../contracts/codes.ts';
import { isNif } from '../../domain/invoice/nif.ts';
import { findDatabaseFault } from './database-address.ts';
import { findRedisFault } from './redis-address.ts';
import { findHostFault, findWebFault } from './service-addresses.ts';
import { findProxiesFault } from './trusted-proxies.ts';
import { findCredentialsAddressFault, findPathFault } from './workload-identity.ts';

/** Returns the fault of a text, as words to be read after the variable's name, or undefined. */
export type Rule = (text: string) => string | undefined;

const CERTIFICATE_KEY = /^[A-Za-z0-9+/]{43}=$/;

/** The rules that a setting's schema cannot express. */
export const SETTING_RULES: Readonly<Record<string, Rule>> = {
  DATABASE_URL: findDatabaseFault,
  MIGRATIONS_DATABASE_URL: findDatabaseFault,
  INGRESS_DATABASE_URL: findDatabaseFault,
  WORKER_DATABASE_URL: findDatabaseFault,
  OPERATOR_DATABASE_URL: findDatabaseFault,
  READER_DATABASE_URL: findDatabaseFault,
  DASHBOARD_DATABASE_URL: findDatabaseFault,
  RETENTION_DATABASE_URL: findDatabaseFault,
  REDIS_URL: findRedisFault,
  HOST: findHostFault,
  OPS_HOST: findHostFault,
  DASHBOARD_USER: findSharedLoginFault,
  WATCHED_DIRECTORIES: findDirectoriesFault,
  WORKER_QUEUES: findDutiesFault,
  BOOTSTRAP_API_KEY: (text) =>
    API_KEY.test(text) ? undefined : 'must be org_live_ and at least 43 random letters, digits, - and _',
  TRUSTED_PROXIES: findProxiesFault,
  VERIFACTU_PRODUCER_NIF: (text) =>
    isNif(text) ? undefined : 'must be a NIF: nine capitals and digits with the right control character',
  AEAT_URL: findWebFault,
  AEAT_SEAL_URL: findWebFault,
  OTEL_EXPORTER_OTLP_ENDPOINT: findWebFault,
  S3_ENDPOINT: findWebFault,
  S3_REGION: (text) =>
    /^[a-z0-9-]+$/.test(text) ? undefined : 'must consist of lowercase letters, digits and -',
  S3_BUCKET: (text) =>
    /^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(text)
      ? undefined
      : 'must be the name of a bucket: lowercase letters, digits, . and -, without . or - at either end',
  AWS_WEB_IDENTITY_TOKEN_FILE: findPathFault,
  AWS_ENDPOINT_URL_STS: findWebFault,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: findCredentialsAddressFault,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: findPathFault,
  CERTIFICATE_KEY: findKeyFault,
  CERTIFICATE_KEY_PREVIOUS: findKeyFault,
};

/** The database accepts no other name of the shared login (migrations/0009-operators.sql). */
function findSharedLoginFault(text: string): string | undefined {
  if (text.includes(':')) return 'must not contain a colon, which ends the login in HTTP Basic';
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text)) return findTextFault(text)?.words;
  return 'must consist of ASCII characters without blanks at either end: acts are recorded under this name, which must not resemble the login of an operator';
}

function findKeyFault(text: string): string | undefined {
  return CERTIFICATE_KEY.test(text) ? undefined : 'must be 32 bytes as base64 (`openssl rand -base64 32`)';
}

function findDirectoriesFault(text: string): string | undefined {
  const isRight = text.split(',').every((directory) => directory.startsWith('/'));
  return isRight ? undefined : 'must be absolute paths separated by commas';
}

function findDutiesFault(text: string): string | undefined {
  const duties = text.split(',');
  const known: readonly string[] = WORKER_DUTIES;
  const isRight = duties.every((duty) => known.includes(duty)) && new Set(duties).size === duties.length;
  return isRight ? undefined : `must be one or more of ${known.join(', ')}, separated by commas, each once`;
}
