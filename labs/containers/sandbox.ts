/** The status of a process in the kernel: /proc/<pid>/status, and its user namespace. */
export type ProcessFacts = {
  readonly command: string;
  /** The depth of its PID namespace. */
  readonly depth: number;
  readonly capabilities: string;
  readonly filters: number;
  readonly hasNoNewPrivileges: boolean;
  readonly userNamespace: string;
};

/** Reads the status of a process. @param status the content of /proc/<pid>/status. */
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
 * Lists the faults of the sandbox of a worker's processes. Each renderer must have its own
 * namespaces, more filters than its container, and no capability; all processes must have
 * no_new_privs set.
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
