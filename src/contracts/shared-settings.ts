/*
 * What all processes of an engine that use it must agree on. Each process tells its own in the table `processes`, and those that differ are named to operators. Limits, ports, time limits and
 * duties may differ from process to process, and are none of these.
 */

export type SharedSetting = {
  /** As it is named to people. */
  readonly title: string;
  /** The variables that it is set by. */
  readonly variables: readonly string[];
  /** What goes wrong while processes differ in it. */
  readonly harm: string;
};

export const SHARED_SETTINGS = {
  version: {
    title: 'release',
    variables: [],
    harm: 'A rolling upgrade may take an hour; a job of the newer release may be refused by the older one',
  },
  redis: {
    title: 'Redis',
    variables: ['REDIS_URL'],
    harm: 'Hints of one Redis reach no worker of another one, whose queues, pauses and turns are others, and which database is in use is remembered in each of them apart',
  },
  aeat: {
    title: 'address of AEAT',
    variables: ['AEAT_URL', 'AEAT_SEAL_URL'],
    harm: 'Records of one chain go to several services, and each refuses those whose forerunners it does not know',
  },
  environment: {
    title: 'AEAT environment',
    variables: ['VERIFACTU_ENVIRONMENT'],
    harm: "The QR of some invoices leads to AEAT's tests and that of others to production, and some processes work without the checks of production",
  },
  producer: {
    title: 'producer of the software',
    variables: ['VERIFACTU_PRODUCER_NAME', 'VERIFACTU_PRODUCER_NIF'],
    harm: 'Records tell AEAT of several producers of this installation (SistemaInformatico)',
  },
  'certificate-key': {
    title: 'key of certificates and webhooks',
    variables: ['CERTIFICATE_KEY'],
    harm: 'A certificate or webhook secret that one key sealed does not open with another one',
  },
  bucket: {
    title: 'bucket of render batches',
    variables: ['S3_ENDPOINT', 'S3_BUCKET'],
    harm: 'PDFs whose render batches lie in one bucket are not found in another one',
  },
  'render-store': {
    title: 'place of new render batches',
    variables: ['RENDER_STORE'],
    harm: 'One worker moves render batches out of PostgreSQL, and another one moves them back',
  },
} as const satisfies Readonly<Record<string, SharedSetting>>;

export type SharedSettingName = keyof typeof SHARED_SETTINGS;
export const SHARED_SETTING_NAMES = Object.keys(SHARED_SETTINGS) as SharedSettingName[];

/** What a process tells of one of them; never a secret. */
export type ToldSetting = {
  /** For people. */
  readonly shown: string;
  /** What is compared; null: the same as whoever shows the same. */
  readonly key: string | null;
};

/** By names that this release knows, or another one: what a process does not use it does not tell. */
export type ToldSettings = Readonly<Partial<Record<string, ToldSetting>>>;
