import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { WORKER_DUTIES } from '../../contracts/codes.ts';
import { collectTexts } from './secrets.ts';
import { ConfigurationError } from './configuration-error.ts';
import { findContradictions } from './contradictions.ts';
import { recordFiles } from './follow-secret.ts';
import { findEnvironmentFaults } from './production-rules.ts';
import { address, login, port } from './setting-types.ts';
import { addFaults, readValues } from './read-values.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import { WORKLOAD_IDENTITY_SETTINGS } from './workload-identity.ts';

/*
 * The only reader of environment variables. Names and defaults are part of the product's contract: a test compares
 * the table of docs/settings.md with this schema. `setting-rules.ts` contains the rules that the schema cannot
 * express.
 */
export const Environment = Type.Object({
  DATABASE_URL: Type.String({
    description:
      'Address of PostgreSQL (postgres://), also with several hosts and target_session_attrs. Secret.',
  }),
  MIGRATIONS_DATABASE_URL: address(
    'Address of the same database with the login that owns it, for `npm run migrate` and `npm run engine -- restore`; default: DATABASE_URL. Secret.',
  ),
  INGRESS_DATABASE_URL: login('the ingress, which uses it as its DATABASE_URL'),
  WORKER_DATABASE_URL: login('the workers, which use it as their DATABASE_URL'),
  OPERATOR_DATABASE_URL: login('the commands, which use it instead of DATABASE_URL'),
  READER_DATABASE_URL: login(
    '`npm run engine -- backup`, `npm run engine -- check-invariants` and `npm run engine -- status`, which use it instead of DATABASE_URL',
  ),
  DASHBOARD_DATABASE_URL: login('the dashboard, which uses it as its DATABASE_URL'),
  RETENTION_DATABASE_URL: login('`npm run engine -- retention`, which uses it instead of DATABASE_URL'),
  ASYNCHRONOUS_STANDBY: Type.Enum(['refuse', 'allow'], {
    default: 'refuse',
    description:
      'Whether production accepts a PostgreSQL whose standbys are all asynchronous, so that promoting one loses the last batches answered with 201: `refuse` or `allow`.',
  }),
  REDIS_URL: Type.String({
    default: 'redis://127.0.0.1:6379',
    description:
      'Address of Redis 6.2 or newer with maxmemory-policy noeviction: one server, sentinels or a cluster. Secret.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that the API and the dashboard listen on.',
  }),
  PORT: port('Port of the API.', 3000),
  DASHBOARD_PORT: port('Port of the dashboard.', 3001),
  DASHBOARD_USER: Type.String({
    default: 'operator',
    minLength: 1,
    maxLength: 120,
    description:
      'Shared login of the dashboard; operators can have their own logins (`npm run engine -- operator`).',
  }),
  DASHBOARD_PASSWORD: Type.Optional(
    Type.String({
      minLength: 12,
      description: 'Password of the shared login; the dashboard does not start without one. Secret.',
    }),
  ),
  DASHBOARD_READ_ONLY: Type.Boolean({
    default: true,
    description:
      'Whether the shared login is limited to reading. `false` permits it all acts: to retry, promote and remove jobs, to pause queues, and the others. The rights of operators with their own logins depend on their role.',
  }),
  OPS_PORT: port('Operations port of the process, with /livez, /readyz and /metrics.', 9464),
  OPS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that the operations port listens on.',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Lowest level of messages that are logged.',
  }),
  WATCHED_DIRECTORIES: Type.String({
    default: '',
    description:
      'Directories, separated by commas, whose free disk space workers measure in addition to that of temporary files, for example those of PostgreSQL, Redis and logs.',
  }),
  WORKER_QUEUES: Type.String({
    default: WORKER_DUTIES.join(','),
    description: 'Duties of a worker process, separated by commas.',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description:
      'Number of batches that one worker process issues at the same time, and the same number of small batches (at most 50 invoices and 1.6 MB) in addition.',
  }),
  CHROMIUM_PATH: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Path of Chromium or of chrome-headless-shell, which is faster; required for the duty `pdfs`.',
    }),
  ),
  RENDER_STORE: Type.Enum(['postgres', 's3'], {
    default: 'postgres',
    description:
      'Where workers store render batches, from which PDFs are extracted: `postgres`, or `s3` for a bucket of an S3-compatible service. Workers gradually move existing render batches there.',
  }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'Address of the S3-compatible service for render batches (https://host), for ingresses and workers. Required if RENDER_STORE is s3, and as long as the bucket contains render batches.',
    }),
  ),
  S3_REGION: Type.String({
    default: 'us-east-1',
    minLength: 1,
    maxLength: 60,
    description: 'Region of the S3-compatible service, with which requests are signed.',
  }),
  S3_BUCKET: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 63,
      description: 'Name of the bucket; each installation needs its own.',
    }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Access key of the bucket; without it and its secret, the platform must provide an identity. Secret.',
    }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'Secret of the access key. Secret.' }),
  ),
  ...WORKLOAD_IDENTITY_SETTINGS,
  BOOTSTRAP_API_KEY: Type.Optional(
    Type.String({
      description:
        'API key that is created, if it does not exist, when the database is migrated and when the ingress starts. Secret.',
    }),
  ),
  BOOTSTRAP_ORGANIZATION: Type.String({
    minLength: 1,
    maxLength: 120,
    default: 'Bootstrap',
    description: 'Name of the organization that BOOTSTRAP_API_KEY belongs to.',
  }),
  DOCS: Type.Boolean({
    default: false,
    description:
      'Whether the API port serves the reference of the API at /docs without a session. The dashboard serves it behind its login.',
  }),
  CREATE_BODY_LIMIT: Type.Integer({
    minimum: 1024,
    maximum: 512 * 1024 * 1024,
    default: 32 * 1024 * 1024,
    description: 'Maximum size of the body of a create request, in bytes.',
  }),
  BODY_BUDGET: Type.Integer({
    minimum: 6 * 1024,
    maximum: 64 * 1024 ** 3,
    default: 256 * 1024 * 1024,
    description:
      'Memory for request bodies in an ingress process, in bytes; one organization can use a quarter of it. Further requests are answered 503. At least 6 times CREATE_BODY_LIMIT.',
  }),
  CONNECTION_LIMIT: Type.Integer({
    minimum: 8,
    maximum: 1_000_000,
    default: 4096,
    description:
      'Maximum number of open connections of an ingress process; one client address (for IPv6: one /64) can use an eighth of them, unless it is in TRUSTED_PROXIES.',
  }),
  CREATE_COOLDOWN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 0,
    description:
      'Minimum number of seconds between two successful creates of an organization; 0 disables the limit.',
  }),
  FAILED_INVOICES_PER_HOUR: Type.Integer({
    minimum: 1000,
    maximum: 1_000_000_000,
    default: 500_000,
    description:
      'Maximum number of invoices per hour and organization that may fail at creation and are stored as failed. A create that would exceed it is answered 429 and not stored.',
  }),
  READ_RATE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 600,
    description: 'Maximum number of reads per minute and organization.',
  }),
  SESSION_RATE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description: 'Maximum number of session requests per minute and client address.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Addresses or CIDR ranges, separated by commas, whose X-Forwarded-For header is trusted; also `loopback`, `linklocal`, `uniquelocal`.',
  }),
  VERIFACTU_ENVIRONMENT: Type.Enum(['test', 'production'], {
    default: 'test',
    description:
      "AEAT's environment. It determines the address in the QR code, and which AEAT_URL is refused.",
  }),
  VERIFACTU_PRODUCER_NAME: Type.String({
    minLength: 1,
    maxLength: 120,
    default: 'Productor sin configurar',
    description: 'Name of the producer of this software in registration records. Required in production.',
  }),
  VERIFACTU_PRODUCER_NIF: Type.String({
    default: 'A12345674',
    description: 'NIF of the producer of this software. Required in production.',
  }),
  VERIFACTU_PRODUCER_ADDRESS: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'Postal address of the producer, for the declaración responsable.',
    }),
  ),
  VERIFACTU_DECLARATION_PLACE: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'Town and country of the signature of the declaración responsable.',
    }),
  ),
  AEAT_URL: Type.String({
    default: 'http://127.0.0.1:3002',
    description:
      'Address of the service to which registration records are submitted; default: the stand-in for AEAT.',
  }),
  AEAT_SEAL_URL: Type.Optional(
    Type.String({
      description:
        'Address of the service for issuers whose certificate is a seal (sello de entidad), which AEAT accepts at another address; default: AEAT_URL.',
    }),
  ),
  AEAT_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 60,
    description: "Time limit for AEAT's complete answer to a message, in seconds.",
  }),
  AEAT_MAX_WAIT_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 600,
    description:
      'Longest wait that AEAT may ask for, in seconds; a longer one is considered wrong and not kept.',
  }),
  CERTIFICATE_KEY: Type.Optional(
    Type.String({
      description:
        'Key that encrypts certificates for AEAT and secrets of webhooks: 32 bytes as base64 (`openssl rand -base64 32`). Required if there are any. Secret.',
    }),
  ),
  CERTIFICATE_KEY_PREVIOUS: Type.Optional(
    Type.String({
      description:
        'Previous CERTIFICATE_KEY, which still decrypts until `npm run engine -- org certificate reseal` has encrypted everything with the new one. Secret.',
    }),
  ),
  WEBHOOKS_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description:
      'Whether webhooks may be sent to private and local addresses, to any port and without TLS, for receivers inside your own network.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'Address of the OpenTelemetry collector that receives traces by OTLP over HTTP (`http://127.0.0.1:4318`); without it no traces are created.',
    }),
  ),
  ...RETENTION_SETTINGS,
});
export type Environment = Readonly<Static<typeof Environment>>;

/** Returns whether the process runs in production. There each login may do no more than its process requires. */
export function isProduction({ VERIFACTU_ENVIRONMENT: kind }: Environment): boolean {
  return kind === 'production';
}

/** Finds further faults for one kind of process. Returns a line for each, which names the settings. */
export type FindFaults = (environment: Environment) => readonly string[];

/**
 * Reads and checks the settings once.
 * @param variables usually `process.env`; an empty value counts as unset.
 * @param findOwnFaults the rules of the calling process (`process-rules.ts`).
 * @returns the frozen settings.
 * @throws ConfigurationError with a line for every invalid variable that describes what it must be. It never
 * contains a value.
 */
export function loadEnvironment(
  variables: NodeJS.ProcessEnv,
  findOwnFaults: FindFaults = () => [],
): Environment {
  const texts = collectTexts(variables);
  const { values, wrong } = readValues(Environment, variables, texts);
  const environment = values as Environment;
  const faults = addFaults(wrong, [
    () => findEnvironmentFaults(environment, texts.given),
    () => findContradictions(environment),
    () => findOwnFaults(environment),
  ]);
  if (faults.length > 0 || !Check(Environment, environment)) throw new ConfigurationError(faults);
  recordFiles(environment, variables);
  return Object.freeze(environment);
}
