import { SECRETS } from '#src/platform/config/secret-settings.ts';
import { type Container, ofKind, type Manifest, type PodSpec, type Workload } from './manifest.ts';

/*
 * What every container of ops/kubernetes has. The rules know no names, so they also hold for a
 * container that is added later.
 */

const MIB = 1024 ** 2;
const UNITS: Readonly<Record<string, number>> = { Mi: MIB, Gi: 1024 * MIB };
/**
 * What the kubelet keeps of a container's logs unless it is configured otherwise:
 * containerLogMaxFiles (5) of containerLogMaxSize (10 MiB).
 */
const KEPT_LOGS = 5 * 10 * MIB;
/** 0440: readable for the user of the process by `fsGroup`, and for nobody else. */
const SECRET_MODE = 0o440;
/** Their containers end by themselves, so a probe could only interrupt them. */
const ENDING = ['Job', 'CronJob'];

/** @returns an amount of memory or storage in bytes; NaN if there is none. */
export function readBytes(amount: string | undefined): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(amount ?? '') ?? [];
  return Number(count) * (UNITS[unit ?? ''] ?? NaN);
}

/** @returns the classes of the objects with their values. */
export function listPriorities(manifests: readonly Manifest[]): Map<string, number> {
  return new Map(
    ofKind(manifests, 'PriorityClass').map(({ metadata, value }) => [metadata.name, value!] as const),
  );
}

/**
 * Judges a pod and its containers.
 * @param priorities the classes that the same objects create.
 * @returns a line for each fault, with the names of the object and the container.
 */
export function findContainerFaults(workload: Workload, priorities: ReadonlyMap<string, number>): string[] {
  const { name, kind, pod, deadline } = workload;
  const { containers, initContainers = [] } = pod;
  const isEnding = ENDING.includes(kind);
  return [
    ...judgePod(pod, priorities),
    ...(isEnding && !(deadline! > 0) ? ['has no activeDeadlineSeconds'] : []),
    ...[...initContainers, ...containers].flatMap((container) => [
      ...judgeProbes(container, !isEnding && containers.includes(container)),
      ...judgeRights(container),
      ...judgeResources(container, pod),
      ...judgeSecrets(container, pod),
    ]),
  ].map((fault) => `${name}: ${fault}`);
}

function judgePod(pod: PodSpec, priorities: ReadonlyMap<string, number>): string[] {
  const { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile } = (pod['securityContext'] ?? {}) as {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    runAsGroup?: number;
    fsGroup?: number;
    seccompProfile?: { type: string };
  };
  const shared = ['hostNetwork', 'hostPID', 'hostIPC', 'hostUsers'].filter((place) => place in pod);
  const volumes = pod.volumes.flatMap(({ name, secret, emptyDir, configMap, persistentVolumeClaim }) => {
    if (secret) return secret.defaultMode === SECRET_MODE ? [] : [`the mode of ${name} is not 0440`];
    if (emptyDir)
      return emptyDir.medium === 'Memory' && readBytes(emptyDir.sizeLimit) > 0
        ? []
        : [`${name} is not in memory with a limit`];
    return configMap || persistentVolumeClaim ? [] : [`${name} is another kind of volume`];
  });
  return [
    ...(priorities.has(String(pod['priorityClassName'])) ? [] : ['has no class of priority that exists']),
    ...(runAsNonRoot && runAsUser! > 0 && runAsGroup! > 0 ? [] : ['may run as root']),
    ...(fsGroup === runAsGroup ? [] : ['does not own its volumes (fsGroup)']),
    ...(seccompProfile?.type === 'RuntimeDefault' ? [] : ['has no seccomp profile']),
    ...(pod['automountServiceAccountToken'] === false ? [] : ['has a token of Kubernetes']),
    ...(pod['enableServiceLinks'] === false ? [] : ['has variables for Services']),
    ...shared.map((place) => `shares the node: ${place}`),
    ...volumes,
  ];
}

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

function judgeProbes(container: Container, isProbed: boolean): string[] {
  const wrong = PROBES.filter((probe) => (container[probe] !== undefined) !== isProbed);
  const path = container.livenessProbe?.httpGet?.path;
  return [
    ...wrong.map((probe) => `${container.name} ${isProbed ? 'lacks' : 'ends by itself and has'} a ${probe}`),
    // It fails during an outage of PostgreSQL or Redis, which a restart cannot end.
    ...(path?.includes('ready') ? [`${container.name} is restarted if it is not ready`] : []),
  ];
}

function judgeRights({ name, securityContext = {} }: Container): string[] {
  const { capabilities } = securityContext as { capabilities?: { drop?: string[]; add?: string[] } };
  const isBare = capabilities?.drop?.join() === 'ALL' && capabilities.add === undefined;
  return [
    ...(securityContext['readOnlyRootFilesystem'] === true ? [] : [`${name} can write to its image`]),
    ...(securityContext['allowPrivilegeEscalation'] === false ? [] : [`${name} can gain rights`]),
    ...(isBare ? [] : [`${name} has capabilities`]),
  ];
}

function judgeResources({ name, resources, volumeMounts = [] }: Container, pod: PodSpec): string[] {
  const { requests = {}, limits = {} } = (resources ?? {}) as Partial<typeof resources>;
  const inMemory = volumeMounts.map((mount) => {
    const volume = pod.volumes.find((one) => one.name === mount.name);
    return readBytes(volume?.emptyDir?.sizeLimit) || 0;
  });
  const memory = readBytes(limits['memory']);
  const disk = readBytes(requests['ephemeral-storage']);
  return [
    ...(requests['cpu'] && readBytes(requests['memory']) <= memory ? [] : [`${name} requests no resources`]),
    // A limit of processors would pause a batch in the middle of its transaction.
    ...('cpu' in limits ? [`${name} has a limit of processors`] : []),
    ...(memory > Math.max(0, ...inMemory) ? [] : [`${name} has less memory than its files in memory`]),
    ...(disk >= KEPT_LOGS ? [] : [`${name} does not request the storage of its logs`]),
    ...(readBytes(limits['ephemeral-storage']) >= disk ? [] : [`${name} has no limit of storage`]),
  ];
}

function judgeSecrets(container: Container, pod: PodSpec): string[] {
  const { name, env = [], envFrom = [], volumeMounts = [] } = container;
  const mounts = volumeMounts.filter((mount) =>
    pod.volumes.some((volume) => volume.name === mount.name && volume.secret),
  );
  const isSecret = (setting: string) => (SECRETS as readonly string[]).includes(setting);
  const variables = env.filter((variable) => variable.valueFrom !== undefined || isSecret(variable.name));
  const files = env.flatMap((variable) => {
    if (variable.name === 'SECRETS_DIRECTORY')
      return [`${name} reads secrets from another place than the settings of all pods name`];
    const setting = variable.name.replace(/_FILE$/, '');
    if (setting === variable.name || !isSecret(setting)) return [];
    // A file whose absence is a fault. Files of optional secrets need no variable.
    const isMounted = mounts.some(({ mountPath }) => variable.value === `${mountPath}/${setting}`);
    return isMounted ? [] : [`${name} reads ${setting} from another place than its mounted Secret`];
  });
  return [
    ...variables.map((variable) => `${name} receives ${variable.name} as a variable`),
    ...(envFrom.every((from) => Object.keys(from).join() === 'configMapRef')
      ? []
      : [`${name} receives a Secret as variables`]),
    ...files,
    ...mounts.flatMap((mount) => (mount.readOnly ? [] : [`${name} can write to the secrets`])),
  ];
}
