import { listWorkloads, type Manifest, type Variable } from './manifest.ts';

/**
 * Reads a variable that names the file of a secret.
 * @returns the secret's setting, the name of its file, and whether the file may be missing; undefined for another variable.
 */
export function readSecretVariable({ name, value = '' }: Variable) {
  const [, hyphen, file] = /^(-?)\/run\/secrets\/engine\/(.+)$/.exec(value) ?? [];
  return file === undefined
    ? undefined
    : { setting: name.replace(/_FILE$/, ''), file, optional: hyphen !== '' };
}

/** Lists the keys of each Secret that pods read, and whether a pod starts without it. */
export function listSecrets(manifests: readonly Manifest[]): Map<string, Map<string, { optional: boolean }>> {
  const secrets = new Map<string, Map<string, { optional: boolean }>>();
  for (const { pod } of listWorkloads(manifests)) {
    const mounted = pod.volumes.find(({ secret }) => secret)?.secret?.secretName;
    if (mounted === undefined) continue;
    const keys = secrets.get(mounted) ?? new Map<string, { optional: boolean }>();
    secrets.set(mounted, keys);
    for (const variable of pod.containers[0]!.env ?? []) {
      const secret = readSecretVariable(variable);
      if (secret) keys.set(secret.file, { optional: secret.optional });
    }
  }
  return secrets;
}
