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
