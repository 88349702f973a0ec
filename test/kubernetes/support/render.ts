import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderDirectory } from './kustomize.ts';
import type { Manifest } from './manifest.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const OVERLAYS = ['small', 'high-availability'] as const;
export type Overlay = (typeof OVERLAYS)[number];

const rendered = new Map<Overlay, readonly Manifest[]>();

/** Renders the objects of an overlay. */
export function renderOverlay(overlay: Overlay): readonly Manifest[] {
  const known = rendered.get(overlay);
  if (known !== undefined) return known;
  const manifests = renderDirectory(path.join(ROOT, 'ops/kubernetes/overlays', overlay));
  rendered.set(overlay, manifests);
  return manifests;
}

/** Renders the objects of an overlay with additional components of ops/kubernetes. */
export function renderWith(overlay: Overlay, ...components: readonly string[]): Manifest[] {
  return renderText(`namespace: invoice-batch-engine
resources: [../invoice-batch-engine/ops/kubernetes/overlays/${overlay}]
components: [${components.map((name) => `../invoice-batch-engine/ops/kubernetes/components/${name}`).join(', ')}]
`);
}

/**
 * Renders the objects of an operator's overlay, which is beside the directory of the engine.
 * @param kustomization the text of its file.
 * @param files further files by name.
 */
export function renderText(kustomization: string, files: Readonly<Record<string, string>> = {}): Manifest[] {
  mkdirSync(path.join(ROOT, '.local'), { recursive: true });
  const directory = mkdtempSync(path.join(ROOT, '.local/overlay-'));
  try {
    const text = kustomization.replaceAll('../invoice-batch-engine/', '../../');
    for (const [name, content] of Object.entries({ ...files, 'kustomization.yaml': text }))
      writeFileSync(path.join(directory, name), content);
    return renderDirectory(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
