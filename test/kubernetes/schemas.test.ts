import { describe, expect, it } from 'vitest';
import { findSchemaFaults, nameSchemaModule } from './support/check-types.ts';
import type { Manifest } from './support/manifest.ts';
import { OVERLAYS, renderOverlay } from './support/render.ts';

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it('has only fields that Kubernetes, KEDA and the Prometheus operator know, and all that they require', () => {
    expect(findSchemaFaults(renderOverlay(overlay))).toEqual([]);
  });

  it('has values in the formats of their schemas', async () => {
    for (const manifest of renderOverlay(overlay)) {
      const { [manifest.kind]: Model } = (await import(nameSchemaModule(manifest))) as Record<
        string,
        new (data: Manifest) => { validate(): void }
      >;
      expect(() => new Model!(manifest).validate()).not.toThrow();
    }
  });
});

describe('the check against schemas', () => {
  const WRONG = [
    ['an unknown field deep inside', 'Deployment', '"enableServiceLinks"', '"enableServiceLink"'],
    ['one of KEDA’s', 'ScaledObject', '"minReplicaCount"', '"minReplicas"'],
    ['one of the operator’s', 'PodMonitor', '"podMetricsEndpoints"', '"endpoints"'],
    ['a missing one', 'HorizontalPodAutoscaler', '"maxReplicas":12,', ''],
    ['a word that is none', 'NetworkPolicy', '"networking.k8s.io/v1"', '"networking.k8s.io/v0"'],
    ['a number in the place of a text', 'PodDisruptionBudget', '"AlwaysAllow"', '7'],
  ] as const;

  it('finds unknown, missing and wrong fields, of Kubernetes and of both operators', () => {
    const changed = WRONG.map(([, kind, from, to]) => {
      const found = renderOverlay('high-availability').find((manifest) => manifest.kind === kind);
      const text = JSON.stringify(found);
      expect(text).toContain(from);
      return JSON.parse(text.replace(from, to)) as Manifest;
    });
    const faults = findSchemaFaults(changed);
    for (const [index, [what]] of WRONG.entries())
      expect({ what, found: faults.some((fault) => fault.startsWith(`${index}-`)) }).toEqual({
        what,
        found: true,
      });
  });
});
