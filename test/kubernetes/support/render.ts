import path from 'node:path';
import { renderDirectory } from './kustomize.ts';
import type { Manifest } from './manifest.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const OVERLAYS = ['small', 'high-availability'] as const;
export type Overlay = (typeof OVERLAYS)[number];

const rendered = new Map<Overlay, readonly Manifest[]>();

/** The objects of an overlay. */
export function renderOverlay(overlay: Overlay): readonly Manifest[] {
  const known = rendered.get(overlay);
  if (known !== undefined) return known;
  const manifests = renderDirectory(path.join(ROOT, 'ops/kubernetes/overlays', overlay));
  rendered.set(overlay, manifests);
  return manifests;
}
