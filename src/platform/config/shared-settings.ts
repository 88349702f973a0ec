/*
 * The settings that must be the same in all processes of an installation that use them. Each
 * process writes its settings to the table `processes`, and an operator alert names the processes
 * that differ. Limits, ports, timeouts and duties can differ between processes and are not in this
 * list.
 */

export type SharedSetting = {
  /** Name of the setting for people. */
  readonly title: string;
  /** The environment variables that set it. */
  readonly variables: readonly string[];
  /** Consequence of a difference between processes. */
  readonly harm: string;
};

export const SHARED_SETTINGS = {
  version: {
    title: 'release',
    variables: [],
    harm: 'A rolling upgrade may take an hour; the older release may refuse a job of the newer one',
  },
  redis: {
    title: 'Redis',
    variables: ['REDIS_URL'],
    harm: 'Jobs in one Redis do not reach the workers of another one. Each Redis has its own queues, pauses and semaphores, and its own record of the active database',
  },
  aeat: {
    title: 'address of AEAT',
    variables: ['AEAT_URL', 'AEAT_SEAL_URL'],
    harm: 'Records of one chain go to several services, and each service refuses records whose predecessors it does not have',
  },
  spfe: {
    title: 'transport to the SPFE',
    variables: ['SPFE_TRANSPORT', 'SPFE_URL'],
    harm: 'Invoices of one issuer go to several services or to none, and a service does not know what another one has admitted',
  },
  environment: {
    title: 'AEAT environment',
    variables: ['VERIFACTU_ENVIRONMENT'],
    harm: "The QR codes of some invoices point to AEAT's test environment and those of others to production, and some processes run without the checks of production",
  },
  producer: {
    title: 'producer of the software',
    variables: ['VERIFACTU_PRODUCER_NAME', 'VERIFACTU_PRODUCER_NIF'],
    harm: 'Records name several producers of this installation to AEAT (SistemaInformatico)',
  },
  'certificate-key': {
    title: 'key of certificates and webhooks',
    variables: ['CERTIFICATE_KEY'],
    harm: 'A certificate or webhook secret that was encrypted with one key cannot be decrypted with another one',
  },
  bucket: {
    title: 'bucket of render batches',
    variables: ['S3_ENDPOINT', 'S3_BUCKET'],
    harm: 'A process cannot find the PDFs whose render batches are in another bucket',
  },
  'render-store': {
    title: 'store of new render batches',
    variables: ['RENDER_STORE'],
    harm: 'One worker moves render batches out of PostgreSQL, and another one moves them back',
  },
} as const satisfies Readonly<Record<string, SharedSetting>>;

export type SharedSettingName = keyof typeof SHARED_SETTINGS;
export const SHARED_SETTING_NAMES = Object.keys(SHARED_SETTINGS) as SharedSettingName[];

/** The value of a setting that a process reports. It never contains a secret. */
export type ReportedSetting = {
  /** The value as shown to people. */
  readonly shown: string;
  /** The value to compare; null if the shown values are compared. */
  readonly key: string | null;
};

/**
 * Reported settings by name. A process reports only settings that it uses; names of other releases
 * are possible.
 */
export type ReportedSettings = Readonly<Partial<Record<string, ReportedSetting>>>;
