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
      'PostgreSQL, as a postgres:// address, also of several hosts with target_session_attrs. Secret.',
  }),
  MIGRATIONS_DATABASE_URL: address(
    "The same database with the login that owns it, for `npm run migrate` and `npm run engine -- restore`; default: DATABASE_URL's. Secret.",
  ),
  INGRESS_DATABASE_URL: login('the ingress alone, whose DATABASE_URL it is'),
  WORKER_DATABASE_URL: login('the workers alone, whose DATABASE_URL it is'),
  OPERATOR_DATABASE_URL: login('the commands alone, which use it before DATABASE_URL'),
  READER_DATABASE_URL: login(
    '`npm run engine -- backup`, `npm run engine -- check-invariants` and `npm run engine -- status`, which use it before DATABASE_URL',
  ),
  DASHBOARD_DATABASE_URL: login('the dashboard alone, whose DATABASE_URL it is'),
  RETENTION_DATABASE_URL: login('`npm run engine -- retention`, which uses it before DATABASE_URL'),
  ASYNCHRONOUS_STANDBY: Type.Enum(['refuse', 'allow'], {
    default: 'refuse',
    description:
      'Whether production works on a PostgreSQL whose standbys all follow asynchronously: promoting one loses what was answered with 201 last. `allow` accepts that.',
  }),
  REDIS_URL: Type.String({
    default: 'redis://127.0.0.1:6379',
    description:
      'Redis (6.2 or newer, maxmemory-policy noeviction), one server, sentinels or a cluster. Secret.',
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
      'The shared login of the dashboard; operators may have their own (`npm run engine -- operator`).',
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
      'false lets the shared login change something in the dashboard: retry, promote and remove jobs, pause queues, and all other acts. Operators with logins of their own may do what their role says.',
  }),
  OPS_PORT: port('Operations port of the process: /livez, /readyz, /metrics.', 9464),
  OPS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that the operations port listens on.',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe level that is logged.',
  }),
  WATCHED_DIRECTORIES: Type.String({
    default: '',
    description:
      "Directories, comma-separated, on whose file systems workers measure the room that is left, beside that of temporary files: PostgreSQL's, Redis's, logs.",
  }),
  WORKER_QUEUES: Type.String({
    default: WORKER_DUTIES.join(','),
    description: 'Queues that a worker process serves.',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description:
      'Batches that one worker process issues at the same time, and as many small ones (at most 50 invoices, and 1.6 MB) beside them.',
  }),
  CHROMIUM_PATH: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Chromium or (faster) chrome-headless-shell; needed where `pdfs` is served.',
    }),
  ),
  RENDER_STORE: Type.Enum(['postgres', 's3'], {
    default: 'postgres',
    description:
      'Where workers store render batches, from which PDFs are extracted: in PostgreSQL, or in a bucket of an S3-compatible service. Those that lie in the other place are moved bit by bit.',
  }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'The S3-compatible service that render batches lie in, as https://host; for ingresses and workers. Needed where RENDER_STORE is s3, and as long as render batches lie there.',
    }),
  ),
  S3_REGION: Type.String({
    default: 'us-east-1',
    minLength: 1,
    maxLength: 60,
    description: 'Its region, as requests are signed with it.',
  }),
  S3_BUCKET: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 63,
      description: 'The bucket; each installation has one of its own.',
    }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Key of the bucket; without it and its secret the platform must give an identity. Secret.',
    }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ minLength: 1, description: "The key's secret. Secret." }),
  ),
  ...WORKLOAD_IDENTITY_SETTINGS,
  BOOTSTRAP_API_KEY: Type.Optional(
    Type.String({
      description:
        'An API key that is ensured when the database is migrated, and when the ingress starts. Secret.',
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
      'Whether the public port shows the reference of the API at /docs, without a session. The dashboard has it behind its login.',
  }),
  CREATE_BODY_LIMIT: Type.Integer({
    minimum: 1024,
    maximum: 512 * 1024 * 1024,
    default: 32 * 1024 * 1024,
    description: 'Largest body of a create request, in bytes.',
  }),
  BODY_BUDGET: Type.Integer({
    minimum: 6 * 1024,
    maximum: 64 * 1024 ** 3,
    default: 256 * 1024 * 1024,
    description:
      'Bytes of request bodies that an ingress process holds at a time, a quarter of them for one organization; past it 503. At least 6 times CREATE_BODY_LIMIT.',
  }),
  CONNECTION_LIMIT: Type.Integer({
    minimum: 8,
    maximum: 1_000_000,
    default: 4096,
    description:
      'Connections that an ingress process holds at a time, an eighth of them for one client address (of IPv6: /64) unless it is one of TRUSTED_PROXIES.',
  }),
  CREATE_COOLDOWN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 0,
    description:
      'Seconds that must pass between two successful creates of an organization; 0 switches it off.',
  }),
  FAILED_INVOICES_PER_HOUR: Type.Integer({
    minimum: 1000,
    maximum: 1_000_000_000,
    default: 500_000,
    description:
      'Invoices per hour and organization that may fail at creation and are stored as failed; past it a create with more of them is answered 429, and nothing of it is stored.',
  }),
  READ_RATE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 600,
    description: 'Reads per minute and organization.',
  }),
  SESSION_RATE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description: 'Session requests per minute and client address.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Addresses or CIDR ranges, comma-separated, whose X-Forwarded-For is believed; also `loopback`, `linklocal`, `uniquelocal`.',
  }),
  VERIFACTU_ENVIRONMENT: Type.Enum(['test', 'production'], {
    default: 'test',
    description: "AEAT's environment: decides the address inside the QR, and which AEAT_URL is refused.",
  }),
  VERIFACTU_PRODUCER_NAME: Type.String({
    minLength: 1,
    maxLength: 120,
    default: 'Productor sin configurar',
    description:
      'Name of the producer of this software, as registration records tell it. Required in production.',
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
      description: 'Town and country where the declaración responsable is signed.',
    }),
  ),
  AEAT_URL: Type.String({
    default: 'http://127.0.0.1:3002',
    description: 'Service that registration records are remitted to; the default is the stand-in.',
  }),
  AEAT_SEAL_URL: Type.Optional(
    Type.String({
      description:
        'The same service for issuers whose certificate is a seal (sello de entidad), which AEAT takes at another address; default: AEAT_URL.',
    }),
  ),
  AEAT_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 60,
    description: "Seconds to wait for AEAT's whole answer to a message.",
  }),
  AEAT_MAX_WAIT_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 600,
    description: 'Longest wait in seconds that AEAT may ask for; a longer one is taken for wrong.',
  }),
  CERTIFICATE_KEY: Type.Optional(
    Type.String({
      description:
        'Key that certificates for AEAT and secrets of webhooks are sealed with: 32 bytes as base64 (`openssl rand -base64 32`). Needed where there are any. Secret.',
    }),
  ),
  CERTIFICATE_KEY_PREVIOUS: Type.Optional(
    Type.String({
      description:
        'The CERTIFICATE_KEY before: what it sealed still opens, until `npm run engine -- org certificate reseal` has sealed everything with the new one. Secret.',
    }),
  ),
  WEBHOOKS_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description:
      'true lets webhooks go to private and local addresses, to any port and without TLS: for receivers inside your own network.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'OpenTelemetry collector that takes traces by OTLP over HTTP (`http://127.0.0.1:4318`); unset: no traces are made.',
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
