import { nameKey } from '../secrets/seal-secret.ts';
import { readAeatSettings } from '../config/aeat-settings.ts';
import type { Environment } from '../config/environment.ts';
import { readSpfeSettings } from '../config/spfe-settings.ts';
import { describeSoftware } from '../config/software.ts';
import type { WORKER_DUTIES } from '../../contracts/codes.ts';
import type { SharedSettingName, ReportedSetting, ReportedSettings } from '../config/shared-settings.ts';
import type { ProcessKind } from './processes.ts';
import { showRedisAddress } from '../jobs/redis-mark.ts';

type Duty = (typeof WORKER_DUTIES)[number];

/**
 * The processes and duties that use each setting on which all its users must agree. A process does
 * not report settings that it does not use: a worker that only renders may have any AEAT_URL.
 */
const USERS: Readonly<
  Record<Exclude<SharedSettingName, 'version'>, readonly (Exclude<ProcessKind, 'worker'> | Duty)[]>
> = {
  redis: ['ingress', 'dashboard', 'batches', 'remission', 'spfe', 'pdfs', 'webhooks'],
  aeat: ['remission'],
  spfe: ['ingress', 'spfe'],
  environment: ['ingress', 'batches', 'remission', 'spfe', 'pdfs', 'webhooks'],
  // The API creates the records of corrections.
  producer: ['ingress', 'batches', 'remission'],
  'certificate-key': ['remission', 'spfe', 'webhooks'],
  bucket: ['ingress', 'pdfs'],
  'render-store': ['pdfs'],
};

/**
 * Describes the settings on which all processes must agree: addresses without logins, and the name
 * of the key.
 * @param mark of the process's Redis; null: not known yet.
 */
export function describeSettings(
  environment: Environment,
  role: ProcessKind,
  mark: string | null,
): ReportedSettings {
  const uses: readonly string[] = role === 'worker' ? environment.WORKER_QUEUES.split(',') : [role];
  const names = Object.keys(USERS) as (keyof typeof USERS)[];
  const told = names
    .filter((name) => USERS[name].some((user) => uses.includes(user)))
    .flatMap((name): [string, ReportedSetting][] => {
      if (name === 'redis') return [[name, { shown: showRedisAddress(environment.REDIS_URL), key: mark }]];
      const shown = TELL[name](environment, uses);
      return shown === null ? [] : [[name, { shown, key: shown }]];
    });
  return Object.fromEntries(told);
}

/** Returns null if the setting is not used. */
type Tell = (environment: Environment, uses: readonly string[]) => string | null;

const TELL: Readonly<Record<Exclude<keyof typeof USERS, 'redis'>, Tell>> = {
  aeat(environment) {
    const { url, sealUrl } = readAeatSettings(environment);
    return `${showAddress(url)}${sealUrl === url ? '' : `, for seals ${showAddress(sealUrl)}`}`;
  },
  spfe(environment) {
    const { transport, url } = readSpfeSettings(environment);
    return transport === 'none' ? transport : `${transport}, ${showAddress(url)}`;
  },
  environment: ({ VERIFACTU_ENVIRONMENT: kind }) => kind,
  producer(environment) {
    const { producerName, producerNif } = describeSoftware(environment);
    return `${producerName} (${producerNif})`;
  },
  // The key has 32 random bytes, so four bytes of its SHA-256 reveal nothing about it. Sealed data
  // name their key in the same way.
  'certificate-key'({ CERTIFICATE_KEY: key }, uses) {
    if (key !== undefined) return nameKey(Buffer.from(key, 'base64'));
    // A worker that only delivers webhooks needs a key only if there are endpoints.
    return uses.includes('remission') || uses.includes('spfe') ? 'not set' : null;
  },
  bucket: ({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket }) =>
    endpoint === undefined || bucket === undefined ? 'not set' : `${showAddress(endpoint)}/${bucket}`,
  'render-store': ({ RENDER_STORE: place }) => place,
};

/** Formats an address without its login and parameters. */
function showAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}
