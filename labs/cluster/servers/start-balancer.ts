import path from 'node:path';
import { mkdirSync } from 'node:fs';
import { INGRESS } from '../machines.ts';
import { type ClusterProcess, startClusterProcess } from '../start-process.ts';
import { askHttp } from './ask.ts';
import { API_PORT, buildBalancerSettings } from './balancer-settings.ts';
import { type ServerInput, writeFileOf } from './start-servers.ts';

/** Starts haproxy in front of the ingresses. */
export function startBalancer(input: ServerInput): ClusterProcess {
  const { ground, programs, home, account, report } = input;
  const address = ground.addressOf('front');
  const settings = path.join(home, 'front', 'haproxy.cfg');
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileOf(
    account,
    settings,
    buildBalancerSettings({
      address,
      ingresses: INGRESS.map((name) => ({ name, address: ground.addressOf(name) })),
    }),
  );
  return startClusterProcess(ground, {
    machine: 'front',
    kind: 'haproxy',
    command: () => [programs.haproxy, '-db', '-f', settings],
    environment: programs.environment,
    account,
    cwd: '/',
    isReady: async () => (await askHttp(`http://${address}:${API_PORT}/`)) !== null,
    report,
  });
}
