import { Type } from 'typebox';
import { WORKER_DUTIES } from '../../contracts/codes.ts';
import { findDatabaseFault } from './database-address.ts';
import { findRedisFault } from './redis-address.ts';
import { findHostFault, findWebFault } from './service-addresses.ts';
import {
  findApiKeyFault,
  findBucketFault,
  findDirectoriesFault,
  findDutiesFault,
  findKeyFault,
  findNifFault,
  findRegionFault,
  findSecretsDirectoryFault,
  findSharedLoginFault,
} from './setting-rules.ts';
import { flag, integer, login, port, type Secret, secret, text, textOr, word } from './setting-types.ts';
import { findProxiesFault } from './trusted-proxies.ts';
import { findCredentialsAddressFault, findPathFault } from './workload-identity.ts';

/*
 * The one statement of each setting: its type, limits, default, rule and meaning, and for a secret
 * the processes that receive it. The table of docs/settings.md and the list of docker-compose.yml
 * are generated from it. Names and defaults are part of the product's contract.
 */
export const SETTINGS = {
  SECRETS_DIRECTORY: text(
    'Directory in which a file with the name of a setting contains the secret (a mounted Secret of Kubernetes), unless the setting or its `…_FILE` is set.',
    { rule: findSecretsDirectoryFault },
  ),
  DATABASE_URL: Object.assign(
    Type.String({
      description:
        'Address of PostgreSQL (postgres://), also with several hosts and target_session_attrs. Secret.',
      rule: findDatabaseFault,
    }),
    // `npm start` gives the dashboard only an address of its own.
    { readers: ['migrate', 'ingress', ...WORKER_DUTIES, 'commands', 'backup', 'restore'] } satisfies Secret,
  ),
  MIGRATIONS_DATABASE_URL: secret(
    ['migrate'],
    'Address of the same database with the login that owns it, for `npm run migrate` and `npm run engine -- restore`; default: DATABASE_URL.',
    { rule: findDatabaseFault },
  ),
  INGRESS_DATABASE_URL: login('the ingress, which uses it as its DATABASE_URL'),
  WORKER_DATABASE_URL: login('the workers, which use it as their DATABASE_URL'),
  OPERATOR_DATABASE_URL: login('the commands, which use it instead of DATABASE_URL'),
  READER_DATABASE_URL: login(
    '`npm run engine -- backup`, `npm run engine -- check-invariants` and `npm run engine -- status`, which use it instead of DATABASE_URL',
    ['migrate', 'commands'],
  ),
  DASHBOARD_DATABASE_URL: login('the dashboard, which uses it as its DATABASE_URL'),
  RETENTION_DATABASE_URL: login('`npm run engine -- retention`, which uses it instead of DATABASE_URL', [
    'migrate',
    'commands',
  ]),
  ASYNCHRONOUS_STANDBY: word(
    ['refuse', 'allow'],
    'Whether production accepts a PostgreSQL whose standbys are all asynchronous, so that promoting one loses the last batches answered with 201: `refuse` or `allow`.',
  ),
  REDIS_URL: Object.assign(
    textOr(
      'redis://127.0.0.1:6379',
      'Address of Redis 6.2 or newer with maxmemory-policy noeviction: one server, sentinels or a cluster. Secret.',
      { rule: findRedisFault },
    ),
    { readers: ['ingress', 'dashboard', ...WORKER_DUTIES, 'commands', 'restore'] } satisfies Secret,
  ),
  HOST: textOr('127.0.0.1', 'Address that the API and the dashboard listen on.', { rule: findHostFault }),
  PORT: port(3000, 'Port of the API.'),
  DASHBOARD_PORT: port(3001, 'Port of the dashboard.'),
  DASHBOARD_USER: textOr(
    'operator',
    'Shared login of the dashboard; operators can have their own logins (`npm run engine -- operator`).',
    { minLength: 1, maxLength: 120, rule: findSharedLoginFault },
  ),
  DASHBOARD_PASSWORD: secret(
    ['dashboard'],
    'Password of the shared login; the dashboard does not start without one.',
    { minLength: 12 },
  ),
  DASHBOARD_READ_ONLY: flag(
    true,
    'Whether the shared login is limited to reading. `false` permits it all acts: to retry, promote and remove jobs, to pause queues, and the others. The rights of operators with their own logins depend on their role.',
  ),
  OPS_PORT: port(9464, 'Operations port of the process, with /livez, /readyz and /metrics.'),
  OPS_HOST: textOr('127.0.0.1', 'Address that the operations port listens on.', { rule: findHostFault }),
  LOG_LEVEL: word(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Lowest level of messages that are logged.',
    'info',
  ),
  WATCHED_DIRECTORIES: textOr(
    '',
    'Directories, separated by commas, whose free disk space workers measure in addition to that of temporary files, for example those of PostgreSQL, Redis and logs.',
    { rule: findDirectoriesFault },
  ),
  WORKER_QUEUES: textOr(WORKER_DUTIES.join(','), 'Duties of a worker process, separated by commas.', {
    rule: findDutiesFault,
  }),
  WORKER_CONCURRENCY: integer(
    { least: 1, most: 64, value: 2 },
    'Number of batches that one worker process issues at the same time, and the same number of small batches (at most 50 invoices and 1.6 MB) in addition.',
  ),
  CHROMIUM_PATH: text(
    'Path of Chromium or of chrome-headless-shell, which is faster; required for the duty `pdfs`.',
    { minLength: 1 },
  ),
  RENDER_STORE: word(
    ['postgres', 's3'],
    'Where workers store render batches, from which PDFs are extracted: `postgres`, or `s3` for a bucket of an S3-compatible service. Workers gradually move existing render batches there.',
  ),
  S3_ENDPOINT: text(
    'Address of the S3-compatible service for render batches (https://host), for ingresses and workers. Required if RENDER_STORE is s3, and as long as the bucket contains render batches.',
    { rule: findWebFault },
  ),
  S3_REGION: textOr('us-east-1', 'Region of the S3-compatible service, with which requests are signed.', {
    minLength: 1,
    maxLength: 60,
    rule: findRegionFault,
  }),
  S3_BUCKET: text('Name of the bucket; each installation needs its own.', {
    minLength: 3,
    maxLength: 63,
    rule: findBucketFault,
  }),
  S3_ACCESS_KEY_ID: secret(
    ['ingress', 'pdfs', 'commands', 'restore'],
    'Access key of the bucket; without it and its secret, the platform must provide an identity.',
    { minLength: 1 },
  ),
  S3_SECRET_ACCESS_KEY: secret(['ingress', 'pdfs', 'commands', 'restore'], 'Secret of the access key.', {
    minLength: 1,
  }),
  // The identity that a platform gives to a process in place of keys. Kubernetes and AWS set these
  // variables in a pod; operators seldom do. The names are those of AWS ("Credential provider
  // chain", AWS SDKs and Tools Reference Guide).
  AWS_ROLE_ARN: text(
    'Role that may use the bucket, if no access key is set; requires AWS_WEB_IDENTITY_TOKEN_FILE. Amazon EKS sets both (IAM roles for service accounts).',
    { minLength: 1, maxLength: 2048 },
  ),
  AWS_WEB_IDENTITY_TOKEN_FILE: text(
    "File with the token of the pod's service account from Kubernetes. It is read each time and exchanged for keys that expire.",
    { minLength: 1, maxLength: 4096, rule: findPathFault },
  ),
  AWS_ENDPOINT_URL_STS: text(
    'Address of the service that exchanges the token (AssumeRoleWithWebIdentity); default: the service of AWS in S3_REGION.',
    { rule: findWebFault },
  ),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: text(
    'Address on the node that provides keys to the pod, if neither an access key nor a token file is set. Amazon EKS sets it (EKS Pod Identity).',
    { rule: findCredentialsAddressFault },
  ),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: text(
    'File with the token that AWS_CONTAINER_CREDENTIALS_FULL_URI requires.',
    { minLength: 1, maxLength: 4096, rule: findPathFault },
  ),
  BOOTSTRAP_API_KEY: secret(
    ['migrate', 'ingress'],
    'API key that is created, if it does not exist, when the database is migrated and when the ingress starts.',
    { rule: findApiKeyFault },
  ),
  BOOTSTRAP_ORGANIZATION: textOr('Bootstrap', 'Name of the organization that BOOTSTRAP_API_KEY belongs to.', {
    minLength: 1,
    maxLength: 120,
  }),
  DOCS: flag(
    false,
    'Whether the API port serves the reference of the API at /docs without a session, and lets it send requests with a key that the reader enters, as with npm start. The dashboard serves it behind its login, without requests.',
  ),
  CREATE_BODY_LIMIT: integer(
    { least: 1024, most: 512 * 1024 ** 2, value: 32 * 1024 ** 2 },
    'Maximum size of the body of a create request, in bytes.',
  ),
  BODY_BUDGET: integer(
    { least: 6 * 1024, most: 64 * 1024 ** 3, value: 256 * 1024 ** 2 },
    'Memory for request bodies in an ingress process, in bytes; one organization can use a quarter of it. Further requests are answered 503. At least 6 times CREATE_BODY_LIMIT.',
  ),
  CONNECTION_LIMIT: integer(
    { least: 8, most: 1_000_000, value: 4096 },
    'Maximum number of open connections of an ingress process; one client address (for IPv6: one /64) can use an eighth of them, unless it is in TRUSTED_PROXIES.',
  ),
  CREATE_COOLDOWN_SECONDS: integer(
    { least: 0, most: 86_400, value: 0 },
    'Minimum number of seconds between two successful creates of an organization; 0 disables the limit.',
  ),
  FAILED_INVOICES_PER_HOUR: integer(
    { least: 1000, most: 1_000_000_000, value: 500_000 },
    'Maximum number of invoices per hour and organization that may fail at creation and are stored as failed. A create that would exceed it is answered 429 and not stored.',
  ),
  READ_RATE_LIMIT: integer(
    { least: 1, most: 1_000_000_000, value: 600 },
    'Maximum number of reads per minute and organization.',
  ),
  SESSION_RATE_LIMIT: integer(
    { least: 1, most: 1_000_000, value: 30 },
    'Maximum number of session requests per minute and client address.',
  ),
  TRUSTED_PROXIES: textOr(
    '',
    'Addresses or CIDR ranges, separated by commas, whose X-Forwarded-For header is trusted; also `loopback`, `linklocal`, `uniquelocal`.',
    { rule: findProxiesFault },
  ),
  VERIFACTU_ENVIRONMENT: word(
    ['test', 'production'],
    "AEAT's environment. It determines the address in the QR code, and which AEAT_URL is refused.",
  ),
  VERIFACTU_PRODUCER_NAME: textOr(
    'Productor sin configurar',
    'Name of the producer of this software in registration records. Required in production.',
    { minLength: 1, maxLength: 120 },
  ),
  VERIFACTU_PRODUCER_NIF: textOr(
    'A12345674',
    'NIF of the producer of this software. Required in production.',
    { rule: findNifFault },
  ),
  VERIFACTU_PRODUCER_ADDRESS: text('Postal address of the producer, for the declaración responsable.', {
    minLength: 1,
    maxLength: 250,
  }),
  VERIFACTU_DECLARATION_PLACE: text('Town and country of the signature of the declaración responsable.', {
    minLength: 1,
    maxLength: 120,
  }),
  AEAT_URL: textOr(
    'http://127.0.0.1:3002',
    'Address of the service to which registration records are sent; default: the stand-in for AEAT.',
    { rule: findWebFault },
  ),
  AEAT_SEAL_URL: text(
    'Address of the service for issuers whose certificate is a seal (sello de entidad), which AEAT accepts at another address; default: AEAT_URL.',
    { rule: findWebFault },
  ),
  AEAT_TIMEOUT_SECONDS: integer(
    { least: 1, most: 600, value: 60 },
    "Time limit for AEAT's complete answer to a message, in seconds.",
  ),
  AEAT_MAX_WAIT_SECONDS: integer(
    { least: 60, most: 86_400, value: 600 },
    'Longest wait that AEAT may ask for, in seconds; a longer one is considered wrong and not kept.',
  ),
  SII_ENTRIES_PER_MESSAGE: integer(
    { least: 1, most: 10_000, value: 1000 },
    'Maximum number of entries in a message to SII.',
  ),
  SPFE_TRANSPORT: word(
    ['none', 'sandbox'],
    "How invoices get to AEAT's public solution of electronic invoices (SPFE). `none`: AEAT has not published its service, so they are prepared and kept. `sandbox`: they are sent to the stand-in.",
  ),
  SPFE_URL: textOr(
    'http://127.0.0.1:3002/spfe',
    'Address below which the services of the SPFE are; default: the stand-in.',
    { rule: findWebFault },
  ),
  SPFE_MISSING_SECONDS: integer(
    { least: 10, most: 86_400, value: 600 },
    'Time after a request whose answer was lost before it is sent again, in seconds: from then on the answer of the SPFE that it does not have a document or message is believed. It is first asked after a tenth of this time.',
  ),
  SPFE_ENVIRONMENT: word(
    ['test', 'production'],
    'Whether this is production, where `SPFE_TRANSPORT=sandbox` is refused.',
  ),
  CERTIFICATE_KEY: secret(
    ['remission', 'spfe', 'webhooks', 'commands', 'restore'],
    'Key that encrypts certificates for AEAT and secrets of webhooks: 32 bytes as base64 (`openssl rand -base64 32`). Required if there are any.',
    { rule: findKeyFault },
  ),
  CERTIFICATE_KEY_PREVIOUS: secret(
    ['remission', 'spfe', 'webhooks', 'commands', 'restore'],
    'Previous CERTIFICATE_KEY, which still decrypts until `npm run engine -- org certificate reseal` has encrypted everything with the new one.',
    { rule: findKeyFault },
  ),
  WEBHOOKS_ALLOW_PRIVATE: flag(
    false,
    'Whether webhooks may be sent to private and local addresses, to any port and without TLS, for receivers inside your own network.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'Address of the OpenTelemetry collector that receives traces by OTLP over HTTP (`http://127.0.0.1:4318`); without it no traces are created.',
    { rule: findWebFault },
  ),
  // How long `npm run engine -- retention` keeps data that the law does not require to be kept
  // forever.
  RETENTION_BODY_MONTHS: integer(
    { least: 1, most: 1200, value: 13 },
    'Months after the end of a batch until `npm run engine -- retention` erases its raw body.',
  ),
  RETENTION_FAILURE_MONTHS: integer(
    { least: 1, most: 1200, value: 13 },
    'Months after the end of a batch until the texts of its failed invoices are erased.',
  ),
  RETENTION_CERTIFICATE_MONTHS: integer(
    { least: 1, most: 1200, value: 1 },
    'Months after the removal of a certificate until its encrypted bytes are erased.',
  ),
  RETENTION_ENVELOPE_YEARS: integer(
    { least: 6, most: 100, value: 6 },
    'Whole years after the year of the answer until an envelope to AEAT and its answer are erased; 10 if losses or deductions are carried forward.',
  ),
};
