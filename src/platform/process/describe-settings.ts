import { nameKey } from '../secrets/seal-secret.ts';
import { readAeatSettings } from '../config/aeat-settings.ts';
import type { Environment } from '../config/environment.ts';
import { describeSoftware } from '../config/software.ts';
import type { WORKER_DUTIES } from '../../contracts/codes.ts';
import type { SharedSettingName, ToldSetting, ToldSettings } from '../../contracts/shared-settings.ts';
import type { ProcessKind } from './processes.ts';
import { showRedisAddress } from '../jobs/redis-mark.ts';

type Duty = (typeof WORKER_DUTIES)[number];

/** Who uses which setting that all its users must agree on. What a process does not use it does not tell: a worker that only prints may have any AEAT_URL. */
const USERS: Readonly<
  Record<Exclude<SharedSettingName, 'version'>, readonly (Exclude<ProcessKind, 'worker'> | Duty)[]>
> = {
  redis: ['ingress', 'dashboard', 'batches', 'remission', 'pdfs', 'webhooks'],
  aeat: ['remission'],
  environment: ['ingress', 'batches', 'remission', 'pdfs', 'webhooks'],
  // An ingress makes the records of corrections.
  producer: ['ingress', 'batches', 'remission'],
  'certificate-key': ['remission', 'webhooks'],
  bucket: ['ingress', 'pdfs'],
  'render-store': ['pdfs'],
};

/**
 * What a process tells of the settings that all must agree on: addresses without logins, and of the key its name.
 * @param mark of its Redis; null: not known yet.
 */
export function describeSettings(
  environment: Environment,
  role: ProcessKind,
  mark: string | null,
): ToldSettings {
  const uses: readonly string[] = role === 'worker' ? environment.WORKER_QUEUES.split(',') : [role];
  const names = Object.keys(USERS) as (keyof typeof USERS)[];
  const told = names
    .filter((name) => USERS[name].some((user) => uses.includes(user)))
    .flatMap((name): [string, ToldSetting][] => {
      if (name === 'redis') return [[name, { shown: showRedisAddress(environment.REDIS_URL), key: mark }]];
      const shown = TELL[name](environment, uses);
      return shown === null ? [] : [[name, { shown, key: shown }]];
    });
  return Object.fromEntries(told);
}

/** null: it is not used. */
type Tell = (environment: Environment, uses: readonly string[]) => string | null;

const TELL: Readonly<Record<Exclude<keyof typeof USERS, 'redis'>, Tell>> = {
  aeat(environment) {
    const { url, sealUrl } = readAeatSettings(environment);
    return `${showAddress(url)}${sealUrl === url ? '' : `, for seals ${showAddress(sealUrl)}`}`;
  },
  environment: ({ VERIFACTU_ENVIRONMENT: kind }) => kind,
  producer(environment) {
    const { producerName, producerNif } = describeSoftware(environment);
    return `${producerName} (${producerNif})`;
  },
  // 32 random bytes: four bytes of their SHA-256 tell nothing of them. What was sealed names its key in the same way.
  'certificate-key'({ CERTIFICATE_KEY: key }, uses) {
    if (key !== undefined) return nameKey(Buffer.from(key, 'base64'));
    // Who delivers webhooks alone needs one only where there are endpoints.
    return uses.includes('remission') ? 'not set' : null;
  },
  bucket: ({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket }) =>
    endpoint === undefined || bucket === undefined ? 'not set' : `${showAddress(endpoint)}/${bucket}`,
  'render-store': ({ RENDER_STORE: place }) => place,
};

/** An address without login and parameters. */
function showAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}
