import { expect, it } from 'vitest';
import { findSchemaFaults } from './support/check-types.ts';
import { chooses, listWorkloads, ofKind, type Selector } from './support/manifest.ts';
import { renderWith } from './support/render.ts';
import { listReadSecrets } from './support/secrets.ts';

const manifests = renderWith('high-availability', 'bucket-identity');
const workloads = listWorkloads(manifests);

it('the pods that would have the keys of the bucket, and no others, have the identity instead', () => {
  const users = workloads.filter((workload) =>
    listReadSecrets(workload).some(({ setting }) => setting === 'S3_ACCESS_KEY_ID'),
  );
  const identified = workloads.filter(({ pod }) => pod['serviceAccountName'] !== undefined);
  expect(identified.map(({ name }) => name)).toEqual(users.map(({ name }) => name));
  expect(users.map(({ name }) => name).toSorted()).toEqual(['ingress', 'operator', 'worker-pdfs']);
  const [account, ...more] = ofKind(manifests, 'ServiceAccount');
  expect(more).toEqual([]);
  for (const { pod } of identified) expect(pod['serviceAccountName']).toBe(account!.metadata.name);
  // The token for Kubernetes itself stays out.
  for (const { pod } of workloads) expect(pod['automountServiceAccountToken']).toBe(false);
});

it('only pods with the identity reach the agent that issues keys', () => {
  const policy = ofKind(manifests, 'NetworkPolicy').find(
    ({ metadata }) => metadata.name === 'to-identity-agent',
  );
  const chosen = workloads.filter(({ labels }) => chooses(policy!.spec!['podSelector'] as Selector, labels));
  expect(chosen.map(({ name }) => name).toSorted()).toEqual(['ingress', 'operator', 'worker-pdfs']);
});

it('Kubernetes accepts the overlay with the identity of the bucket', () => {
  expect(findSchemaFaults(manifests)).toEqual([]);
});
