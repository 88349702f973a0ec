import path from 'node:path';
import { listWorkloads, type Manifest } from './manifest.ts';

/** Lists the keys of each Secret that pods read, and whether a pod starts without it. */
export function listSecrets(manifests: readonly Manifest[]): Map<string, Map<string, { optional: boolean }>> {
  const secrets = new Map<string, Map<string, { optional: boolean }>>();
  for (const { pod } of listWorkloads(manifests)) {
    const mounted = pod.volumes.find(({ secret }) => secret)?.secret?.secretName;
    if (mounted === undefined) continue;
    const keys = secrets.get(mounted) ?? new Map<string, { optional: boolean }>();
    secrets.set(mounted, keys);
    for (const { name, value, valueFrom } of pod.containers[0]!.env ?? []) {
      if (value?.startsWith('/run/secrets/engine/')) keys.set(path.basename(value), { optional: false });
      const { secretKeyRef } = valueFrom ?? {};
      if (secretKeyRef?.name === mounted) keys.set(name, { optional: secretKeyRef.optional === true });
    }
  }
  return secrets;
}
