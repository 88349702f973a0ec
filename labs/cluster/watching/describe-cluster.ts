import path from 'node:path';
import { styleText } from 'node:util';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import { buildApiUrl, type Cluster, ENVIRONMENT_FILE } from '../cluster.ts';
import { DASHBOARD_PORT } from '../engine-processes.ts';
import { MACHINES } from '../machines.ts';
import { nameNamespace } from '../network/namespaces.ts';
import { buildPromotion } from '../servers/start-unmanaged.ts';
import type { Roles } from './read-roles.ts';

/** Builds a table of all processes: machine, address, process, process id and role. */
export function buildWhoIsWho({ ground, processes }: Cluster, roles: Roles): string {
  const ordered = processes.toSorted((a, b) => MACHINES.indexOf(a.machine) - MACHINES.indexOf(b.machine));
  const rows = ordered.map(({ machine, kind, name, supervised }) => [
    machine,
    ground.addressOf(machine),
    kind,
    String(supervised.pid ?? '–'),
    roles.get(name) ?? '',
  ]);
  return buildTable([['machine', 'address', 'process', 'pid', 'is'], ...rows]);
}

/**
 * Describes how to use and how to disturb the cluster, with commands to copy.
 * @param primary the machine of the current primary.
 */
export function buildAdvice(cluster: Cluster, primary: string): string {
  const { ground, secrets } = cluster;
  const environment = path.relative(process.cwd(), ENVIRONMENT_FILE);
  const pid = (name: string) => cluster.processes.find((each) => each.name === name)?.supervised.pid;
  return [
    heading('Use it'),
    `  API          ${buildApiUrl(cluster)}/api/v1   key ${secrets.apiKey}`,
    `  Dashboard    http://${ground.addressOf('dashboard')}:${DASHBOARD_PORT}   operator / ${secrets.dashboardPassword}`,
    `  Commands     . ${environment} && npm run engine -- status`,
    '',
    heading('Disturb it'),
    `  kill -9 ${pid('batches-worker')}   # a worker; like every process it is restarted after half a second, as by an orchestrator`,
    `  kill -STOP ${pid('redis1-redis')}; sleep 20; kill -CONT ${pid('redis1-redis')}   # the master of Redis hangs`,
    ...buildDatabaseAdvice(cluster, primary),
    ...buildNetworkAdvice(cluster, primary),
    '',
    '  npm run test:cluster causes all these faults under load and proves that nothing is lost; npm run test:cluster -- --list shows the faults.',
    '',
    `Logs: ${path.relative(process.cwd(), path.join(ROOT, '.local/logs')) || '.'}/cluster-*.log. Press Ctrl-C to end everything.`,
  ].join('\n');
}

function buildDatabaseAdvice(cluster: Cluster, primary: string): string[] {
  const { programs, home, processes } = cluster;
  const pid = processes.find(({ machine }) => machine === primary)?.supervised.pid;
  const place = path.relative(process.cwd(), home);
  const kill = `kill -9 $(head -1 ${place}/${primary}/postgres/data/postmaster.pid)`;
  if (programs === null)
    return [
      `  ${kill}   # PostgreSQL; it is restarted, and the standby does not take over`,
      `  kill -STOP ${pid}; ${buildPromotion(home)}   # fences the old primary, then promotes the standby`,
    ];
  return [
    `  ${kill}   # PostgreSQL; Patroni restarts it, or the standby takes over`,
    `  ${place}/patronictl switchover --force   # a planned switchover; ${place}/patronictl list shows the result`,
  ];
}

function buildNetworkAdvice({ ground }: Cluster, primary: string): string[] {
  if (ground.kind === 'loopback') return ['  (cutting the network between machines needs root)'];
  const link = (state: string) => `ip -n ${ground.names.prefix}-${primary} link set eth0 ${state}`;
  return [
    `  ${link('down')}; sleep 60; ${link('up')}   # pulls a network cable for a minute`,
    `  ip netns exec ${nameNamespace(ground.names, 'ingress1')} sh   # opens a shell on a machine`,
  ];
}

function buildTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]!.length), 0),
  );
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
  );
  return [heading(lines[0]!), ...lines.slice(1)].join('\n');
}

function heading(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
