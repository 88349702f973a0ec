import { describe, expect, it } from 'vitest';
import { chooses, type Labels, listWorkloads, ofKind, type Selector } from './support/manifest.ts';
import { OVERLAYS, renderOverlay } from './support/render.ts';

type Peer = {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
};
type Rule = { to?: Peer[]; from?: Peer[]; ports?: { port: number | string }[] };
type Policy = { podSelector: Selector; policyTypes: string[]; egress?: Rule[]; ingress?: Rule[] };

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

describe.each(OVERLAYS)('the network policies of the overlay %s', (overlay) => {
  const manifests = renderOverlay(overlay);
  const workloads = listWorkloads(manifests);
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ metadata, spec }) => ({
    name: metadata.name,
    ...(spec as unknown as Policy),
  }));
  const rulesOf = (labels: Labels, way: 'egress' | 'ingress') =>
    policies.filter(({ podSelector }) => chooses(podSelector, labels)).flatMap((policy) => policy[way] ?? []);
  const namesOf = (rule: (labels: Labels) => boolean) =>
    workloads.filter(({ labels }) => rule(labels)).map(({ name }) => name);

  it('deny everything by default, for every pod', () => {
    const [denial, ...more] = policies.filter(({ podSelector }) => Object.keys(podSelector).length === 0);
    expect(more).toEqual([]);
    expect(denial).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect([denial!.egress, denial!.ingress]).toEqual([undefined, undefined]);
  });

  it('allow only named peers and ports', () => {
    for (const { egress = [], ingress = [] } of policies)
      for (const { to, from, ports } of [...egress, ...ingress]) {
        expect((to ?? from)!.length).toBeGreaterThan(0);
        expect(ports!.length).toBeGreaterThan(0);
      }
  });

  it('allow public addresses only for processes that send to AEAT or to webhooks, and for commands', () => {
    const isOut = ({ ipBlock }: Peer) =>
      ipBlock !== undefined && !PRIVATE.includes(ipBlock.cidr) && ipBlock.cidr !== 'fc00::/7';
    const goesOut = (labels: Labels) => rulesOf(labels, 'egress').some(({ to = [] }) => to.some(isOut));
    const senders = ['worker-remission', ...(overlay === 'small' ? [] : ['worker-webhooks'])];
    expect(namesOf(goesOut).toSorted()).toEqual(['operator', ...senders]);
    const [four] = policies.flatMap(({ egress = [] }) =>
      egress.flatMap(({ to = [] }) => to.filter(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0')),
    );
    expect(four!.ipBlock!.except).toEqual(
      expect.arrayContaining([...PRIVATE, '127.0.0.0/8', '169.254.0.0/16']),
    );
  });

  it('allow all other pods only DNS, PostgreSQL and Redis', () => {
    for (const { name, labels } of workloads) {
      const ports = rulesOf(labels, 'egress').flatMap(({ ports: allowed = [] }) =>
        allowed.map(({ port }) => port),
      );
      const ours = [53, 5432, 6432, 6379, 26379];
      const sends = labels['invoice-batch-engine/way-out'] === 'https';
      const sandbox = overlay === 'small' ? [3002] : [];
      expect({ name, ports: new Set(ports) }).toEqual({
        name,
        ports: new Set([...ours, ...(sends ? [443, 8443, ...sandbox] : [])]),
      });
    }
  });

  it('allow traffic to the API and the dashboard only from the gateway', () => {
    const takes = (labels: Labels) =>
      rulesOf(labels, 'ingress').some(({ ports = [] }) => ports.some(({ port }) => port === 'http'));
    expect(namesOf(takes).toSorted()).toEqual([
      ...(overlay === 'small' ? ['aeat-sandbox'] : []),
      'dashboard',
      'ingress',
    ]);
    const [gateway] = policies.filter(({ name }) => name === 'from-the-gateway');
    expect(gateway!.ingress!.flatMap(({ from }) => from)).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
    ]);
  });

  it('allow only the monitoring to reach operations ports', () => {
    const asked = policies.filter(({ ingress = [] }) =>
      ingress.some(({ ports = [] }) => ports.some(({ port }) => port === 'operations')),
    );
    expect(asked.map(({ name }) => name)).toEqual(overlay === 'small' ? [] : ['from-monitoring']);
  });

  it('allow the pods with Chromium, which processes data of clients, only the databases', () => {
    const { labels } = workloads.find(({ name }) => name === 'worker-pdfs')!;
    expect(
      rulesOf(labels, 'ingress').every(({ ports = [] }) => ports.every(({ port }) => port === 'operations')),
    ).toBe(true);
    expect(labels['invoice-batch-engine/way-out']).toBeUndefined();
  });
});
