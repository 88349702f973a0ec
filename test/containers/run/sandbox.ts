/** What the kernel says of a process: /proc/<pid>/status, and its namespace of users. */
export type ProcessFacts = {
  readonly command: string;
  /** How many namespaces of processes deep. */
  readonly depth: number;
  readonly capabilities: string;
  readonly filters: number;
  readonly hasNoNewPrivileges: boolean;
  readonly userNamespace: string;
};

/** @param status of /proc/<pid>/status */
export function readFacts(command: string, status: string, userNamespace: string): ProcessFacts {
  const read = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  return {
    command,
    depth: read('NSpid').split(/\s+/).filter(Boolean).length,
    capabilities: read('CapEff'),
    filters: Number(read('Seccomp_filters') || 0),
    hasNoNewPrivileges: read('NoNewPrivs') === '1',
    userNamespace,
  };
}

/**
 * What is wrong with the sandbox of the processes of a worker: each renderer has namespaces of its own, filters beyond its container's, and no
 * capability; all have no new privileges.
 */
export function findSandboxFaults(processes: readonly ProcessFacts[]): string[] {
  const [worker] = processes.filter(({ command }) => command.includes('workers/main.ts'));
  const renderers = processes.filter(({ command }) => command.includes('--type=renderer'));
  if (worker === undefined) return ['there is no worker'];
  if (renderers.length === 0) return ['there is no renderer'];
  const isOpen = processes.find(({ command }) => command.includes('--no-sandbox'));
  return [
    ...(isOpen === undefined ? [] : ['the browser was started with --no-sandbox']),
    ...processes
      .filter((one) => !one.hasNoNewPrivileges)
      .map(({ command }) => `${command} may gain privileges`),
    ...renderers.flatMap((renderer) => [
      ...(renderer.userNamespace === worker.userNamespace
        ? ['a renderer is in the namespace of its worker']
        : []),
      ...(renderer.depth <= worker.depth ? ['a renderer sees the processes of its container'] : []),
      ...(/^0+$/.test(renderer.capabilities)
        ? []
        : [`a renderer has capabilities: ${renderer.capabilities}`]),
      ...(renderer.filters > worker.filters ? [] : ['a renderer has no filter of system calls of its own']),
    ]),
  ];
}
