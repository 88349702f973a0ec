import { readFileSync } from 'node:fs';
import { envSchema, type EnvSchemaOpt } from 'env-schema';
import { Type, type Static } from 'typebox';
import { WORKER_DUTIES } from '../contracts/codes.ts';

/*
 * The only reader of environment variables. Names and defaults are part of the product's contract: the README's table is
 * checked against this schema by a test.
 */

const port = (description: string, value: number) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });

const address = (description: string) =>
  Type.Optional(Type.String({ pattern: '^postgres(ql)?://', description }));
const login = (of: string) =>
  address(
    `The same database with a login for ${of}; \`npm run migrate\` makes it, with its password. Secret.`,
  );

const queueList = `^(${WORKER_DUTIES.join('|')})(,(${WORKER_DUTIES.join('|')}))*$`;

export const Environment = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL, as a postgres:// address. Secret.',
  }),
  MIGRATIONS_DATABASE_URL: address(
    "The same database with the login that owns it, for `npm run migrate` and `npm run restore`; default: DATABASE_URL's. Secret.",
  ),
  INGRESS_DATABASE_URL: login('the ingress alone, whose DATABASE_URL it is'),
  WORKER_DATABASE_URL: login('the workers alone, whose DATABASE_URL it is'),
  OPERATOR_DATABASE_URL: login('the commands alone, which use it before DATABASE_URL'),
  READER_DATABASE_URL: login(
    '`npm run backup` and `npm run check-invariants`, which use it before DATABASE_URL',
  ),
  REDIS_URL: Type.String({
    pattern: '^rediss?://',
    default: 'redis://127.0.0.1:6379',
    description: 'Redis (6.2 or newer, maxmemory-policy noeviction). Secret.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that the API and the dashboard listen on.',
  }),
  PORT: port('Port of the API.', 3000),
  DASHBOARD_PORT: port('Port of the dashboard.', 3001),
  DASHBOARD_USER: Type.String({ default: 'operator', minLength: 1, description: 'Login of the dashboard.' }),
  DASHBOARD_PASSWORD: Type.Optional(
    Type.String({
      minLength: 12,
      description: 'Password of the dashboard; the dashboard does not start without one. Secret.',
    }),
  ),
  DASHBOARD_READ_ONLY: Type.Boolean({
    default: true,
    description: 'false lets operators retry, promote and remove jobs and pause queues in the dashboard.',
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
  WORKER_QUEUES: Type.String({
    pattern: queueList,
    default: WORKER_DUTIES.join(','),
    description: 'Queues that a worker process serves.',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description:
      'Batches that one worker process issues at the same time, and as many small ones (at most 50 invoices) beside them.',
  }),
  CHROMIUM_PATH: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Chromium or (faster) chrome-headless-shell; needed where `pdfs` is served.',
    }),
  ),
  BOOTSTRAP_API_KEY: Type.Optional(
    Type.String({
      pattern: '^org_live_[A-Za-z0-9_-]{43,}$',
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
  CREATE_BODY_LIMIT: Type.Integer({
    minimum: 1024,
    default: 32 * 1024 * 1024,
    description: 'Largest body of a create request, in bytes.',
  }),
  CREATE_COOLDOWN_SECONDS: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Seconds that must pass between two successful creates of an organization; 0 switches it off.',
  }),
  READ_RATE_LIMIT: Type.Integer({
    minimum: 1,
    default: 600,
    description: 'Reads per minute and organization.',
  }),
  SESSION_RATE_LIMIT: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'Session requests per minute and client address.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Addresses or CIDR ranges, comma-separated, whose X-Forwarded-For is believed.',
  }),
  VERIFACTU_ENVIRONMENT: Type.Enum(['test', 'production'], {
    default: 'test',
    description: "AEAT's environment: decides the address inside the QR.",
  }),
  VERIFACTU_PRODUCER_NAME: Type.String({
    minLength: 1,
    maxLength: 120,
    default: 'Productor sin configurar',
    description:
      'Name of the producer of this software, as registration records tell it. Required in production.',
  }),
  VERIFACTU_PRODUCER_NIF: Type.String({
    pattern: '^[A-Z0-9]{9}$',
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
    pattern: '^https?://',
    default: 'http://127.0.0.1:3002',
    description: 'Service that registration records are remitted to; the default is the stand-in.',
  }),
  AEAT_SEAL_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
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
  CERTIFICATE_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        'Key that certificates for AEAT are sealed with: 32 bytes as base64 (`openssl rand -base64 32`). Needed where there are certificates. Secret.',
    }),
  ),
});
export type Environment = Readonly<Static<typeof Environment>>;

/** Production works with logins that can do no more than their process needs, and with no others. */
export function isProduction({ VERIFACTU_ENVIRONMENT: kind }: Environment): boolean {
  return kind === 'production';
}

/** Secrets may come from a file named by `<NAME>_FILE` (Docker and Kubernetes secrets). */
const SECRETS = [
  'DATABASE_URL',
  'MIGRATIONS_DATABASE_URL',
  'INGRESS_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'OPERATOR_DATABASE_URL',
  'READER_DATABASE_URL',
  'REDIS_URL',
  'DASHBOARD_PASSWORD',
  'BOOTSTRAP_API_KEY',
  'CERTIFICATE_KEY',
] as const;

/** A wrong setting; its message is one line that names the variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/**
 * Reads and checks the settings once.
 * @param variables usually `process.env`; an empty value counts as unset.
 * @returns the frozen settings.
 * @throws ConfigurationError that names the first wrong variable and what it must be. Never shows a value.
 */
export function loadEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const data = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = data[`${name}_FILE`];
    if (file === undefined) continue;
    if (data[name] !== undefined) throw new ConfigurationError(`${name} and ${name}_FILE are both set`);
    data[name] = readSecret(`${name}_FILE`, file);
  }
  try {
    const options = { schema: structuredClone(Environment), data, env: false } as unknown as EnvSchemaOpt;
    const environment = envSchema<Environment>(options);
    requireProducer(environment, data);
    return Object.freeze(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(describe(error));
  }
}

/** Records of production name a real producer (Orden HAC/1177/2024, SistemaInformatico). */
function requireProducer(environment: Environment, data: NodeJS.ProcessEnv): void {
  if (environment.VERIFACTU_ENVIRONMENT !== 'production') return;
  for (const name of ['VERIFACTU_PRODUCER_NAME', 'VERIFACTU_PRODUCER_NIF']) {
    if (data[name] === undefined) {
      throw new ConfigurationError(`${name} must be set when VERIFACTU_ENVIRONMENT is production`);
    }
  }
}

function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigurationError(`${variable} can't be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}

type SchemaError = {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
};

function describe(error: unknown): string {
  const [first] = (error as { errors?: SchemaError[] }).errors ?? [];
  if (!first) return String(error);
  if (first.keyword === 'required') return `${String(first.params['missingProperty'])} must be set`;
  const variable = first.instancePath.slice(1);
  const allowed = first.params['allowedValues'];
  if (Array.isArray(allowed)) return `${variable} must be one of ${allowed.join(', ')}`;
  return `${variable} ${first.message}`;
}
