export type Variable = { name: string; value?: string; valueFrom?: object };
type Probe = { httpGet?: { path: string; port: string | number } };
export type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: Variable[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
};
type Volume = {
  name: string;
  secret?: { secretName: string; defaultMode?: number };
  emptyDir?: { medium?: string; sizeLimit?: string };
  configMap?: object;
  persistentVolumeClaim?: object;
};
type Spread = { topologyKey: string; whenUnsatisfiable: string; labelSelector: { matchLabels: Labels } };
export type Labels = Record<string, string>;
export type PodSpec = {
  containers: Container[];
  initContainers?: Container[];
  volumes: Volume[];
  topologySpreadConstraints?: Spread[];
  terminationGracePeriodSeconds?: number;
  [other: string]: unknown;
};
export type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
};

type PodTemplate = { metadata: { labels: Labels }; spec: PodSpec };

/** The members of a rendered object that the tests use. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  data?: Record<string, string>;
  /** Of a PriorityClass. */
  value?: number;
  spec?: Record<string, unknown> & {
    replicas?: number;
    activeDeadlineSeconds?: number;
    template?: PodTemplate;
    jobTemplate?: { spec: { activeDeadlineSeconds?: number; template: PodTemplate } };
    selector?: Selector & Labels;
  };
};

export type Workload = {
  name: string;
  kind: string;
  labels: Labels;
  replicas?: number;
  /** The seconds after which a Job ends. */
  deadline?: number;
  pod: PodSpec;
};

export function ofKind(manifests: readonly Manifest[], kind: string): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

/** An object that runs pods. */
export function listWorkloads(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const template = findPodTemplate(manifest);
    if (template === undefined) return [];
    const { kind, metadata, spec } = manifest;
    const counted = spec!.replicas !== undefined && { replicas: spec!.replicas };
    const { labels } = template.metadata;
    const deadline = spec!.activeDeadlineSeconds ?? spec!.jobTemplate?.spec.activeDeadlineSeconds;
    const limited = deadline !== undefined && { deadline };
    return [{ name: metadata.name, kind, labels, pod: template.spec, ...counted, ...limited }];
  });
}

/**
 * Returns the pod template of an object of Kubernetes, or of the Jobs that it creates. The template
 * of an operator's object is completed by the operator.
 */
export function findPodTemplate({ apiVersion, spec }: Manifest): PodTemplate | undefined {
  if (!/^(?:apps|batch)\//.test(apiVersion)) return undefined;
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

/** Returns whether a selector selects a pod; an empty one selects all. */
export function chooses({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`The tests do not know ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}
