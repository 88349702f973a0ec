import { SECRETS } from '#src/platform/config/secret-settings.ts';
import { SETTINGS } from '#src/platform/config/settings.ts';
import { listWorkloads, type Manifest, type Workload } from './manifest.ts';

/** The secrets without which a pod starts: of a first API key, of a bucket and of a rotation. */
const MAY_BE_MISSING: readonly string[] = [
  'BOOTSTRAP_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CERTIFICATE_KEY_PREVIOUS',
];
/**
 * What pods do not need: the one for a restore fills only the database, `migrate` has the login of
 * the owner, and creates the first API key, for which the login of the ingress has no right.
 */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  restore: ['REDIS_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ingress: ['BOOTSTRAP_API_KEY'],
  migrate: ['MIGRATIONS_DATABASE_URL'],
};

type ReadSecret = { readonly setting: (typeof SECRETS)[number]; readonly optional: boolean };

/** Lists the secrets that a pod reads, and whether it starts without them. */
export function listReadSecrets({ name, pod }: Workload): ReadSecret[] {
  const duties = pod.containers[0]!.env?.find((variable) => variable.name === 'WORKER_QUEUES')?.value;
  const readers: readonly string[] = duties?.split(',') ?? [name === 'operator' ? 'commands' : name];
  return SECRETS.filter(
    (secret) =>
      (secret === 'DATABASE_URL' || SETTINGS[secret].readers.some((reader) => readers.includes(reader))) &&
      !UNUSED[name]?.includes(secret),
  ).map((setting) => ({ setting, optional: MAY_BE_MISSING.includes(setting) }));
}

/** Lists the keys of each Secret that pods mount, and whether a pod starts without it. */
export function listSecrets(manifests: readonly Manifest[]): Map<string, Map<string, { optional: boolean }>> {
  const secrets = new Map<string, Map<string, { optional: boolean }>>();
  for (const workload of listWorkloads(manifests)) {
    const mounted = workload.pod.volumes.find(({ secret }) => secret)?.secret?.secretName;
    if (mounted === undefined) continue;
    const keys = secrets.get(mounted) ?? new Map<string, { optional: boolean }>();
    secrets.set(mounted, keys);
    for (const { setting, optional } of listReadSecrets(workload)) keys.set(setting, { optional });
  }
  return secrets;
}
