/*
 * Who may import whom, as tables. A layer that is not named here may import nothing of the project, so that a new folder
 * begins with a decision. `knows` adds what a layer may import types from: what it is handed, but never opens itself.
 */

export type Layer = {
  readonly imports: readonly string[];
  readonly knows?: readonly string[];
};

/** Every folder and file of the product, by path. The longest matching name decides. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'src/contracts': { imports: [] },
  'src/config': { imports: ['src/contracts', 'src/domain/invoice/nif.ts', 'package.json'] },
  'src/domain': { imports: ['src/contracts'] },
  migrations: { imports: [] },
  'src/persistence': { imports: ['src/contracts', 'src/domain', 'migrations'] },
  'src/queue': { imports: ['src/contracts'] },
  'src/aeat': { imports: ['src/contracts', 'src/domain'] },
  'src/pdf': { imports: ['src/contracts', 'src/domain'] },
  'src/telemetry': { imports: ['src/contracts', 'src/config'] },
  'src/access': { imports: [] },
  'src/ingestion': { imports: ['src/access', 'src/contracts', 'src/domain', 'src/persistence', 'src/queue'] },
  'src/processing': {
    imports: ['src/contracts', 'src/domain', 'src/persistence', 'src/queue', 'src/aeat', 'src/pdf'],
    knows: ['src/telemetry'],
  },
  'src/http': {
    imports: [
      'src/access',
      'src/contracts',
      'src/ingestion',
      'src/persistence/read',
      'src/persistence/failures.ts',
    ],
    knows: ['src/config', 'src/persistence', 'src/queue', 'src/telemetry'],
  },
  'src/dashboard': { imports: ['src/access', 'src/contracts', 'src/config', 'src/queue', 'src/telemetry'] },
  'src/runtime.ts': { imports: ['src/config', 'src/persistence', 'src/queue', 'src/telemetry'] },
  'src/server.ts': {
    imports: [
      'src/config',
      'src/http',
      'src/ingestion',
      'src/persistence',
      'src/runtime.ts',
      'src/telemetry',
    ],
  },
  'src/dashboard.ts': { imports: ['src/config', 'src/dashboard', 'src/persistence', 'src/telemetry'] },
  workers: {
    imports: [
      'src/contracts',
      'src/config',
      'src/pdf',
      'src/persistence',
      'src/processing',
      'src/queue',
      'src/runtime.ts',
      'src/telemetry',
    ],
  },
};

export type PackageHome = {
  /** Matches the package's name. */
  readonly packages: string;
  readonly homes: readonly string[];
  /** Where its types may be imported: there it is handed over, never opened. */
  readonly types?: readonly string[];
};

/** Packages that live in one place, so that replacing one changes one folder. */
export const PACKAGE_HOMES: readonly PackageHome[] = [
  { packages: 'fastify', homes: ['src/http', 'src/dashboard', 'src/telemetry'], types: ['src/access'] },
  { packages: '@fastify/proxy-addr', homes: ['src/access'] },
  { packages: '@fastify/(?!proxy-addr)[^/]+', homes: ['src/http', 'src/dashboard', 'src/telemetry'] },
  { packages: '@bull-board/[^/]+', homes: ['src/dashboard'] },
  { packages: 'bullmq', homes: ['src/queue', 'src/dashboard', 'workers'] },
  {
    packages: 'ioredis',
    homes: ['src/queue'],
    types: ['src/http', 'src/dashboard', 'src/runtime.ts', 'workers'],
  },
  { packages: '@mikro-orm/[^/]+', homes: ['src/persistence', 'migrations'] },
  {
    packages: 'pg',
    homes: ['src/persistence'],
    types: ['src/http', 'src/ingestion', 'src/processing', 'workers'],
  },
  { packages: 'pg-connection-string', homes: ['src/persistence'] },
  { packages: 'piscina', homes: ['src/ingestion', 'src/aeat'] },
  { packages: 'playwright-core', homes: ['src/pdf'] },
  { packages: 'qrcode', homes: ['src/pdf'] },
  { packages: 'pino', homes: ['src/telemetry'] },
  { packages: 'prom-client', homes: ['src/telemetry'] },
];

/** Layers that may use these packages and built-in modules only. */
export const PURE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/contracts': ['typebox'],
  'src/domain': ['stdnum', 'jsvat', 'crypto'],
};
