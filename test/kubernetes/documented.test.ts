import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listBlocks } from '../docs/support/documents.ts';
import { listWorkloads, type Manifest, ofKind } from './support/manifest.ts';
import { renderDirectory } from './support/kustomize.ts';
import { listSecrets } from './support/secrets.ts';
import { findSchemaFaults } from './support/check-types.ts';
import { renderOverlay, renderText, ROOT } from './support/render.ts';

const DOCUMENT = 'docs/kubernetes.md';
const text = readFileSync(path.join(ROOT, DOCUMENT), 'utf8');
const blocks = listBlocks(DOCUMENT);

const OVERLAY = '# kustomization.yaml';
/** Further members of an operator's overlay. */
const parts = blocks.filter(({ language, text: part }) => language === 'yaml' && !part.startsWith(OVERLAY));

/** A substitute for a file that the document leaves to the operator. */
const GATEWAY =
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: public }\nspec: { defaultBackend: { service: { name: ingress, port: { name: http } } } }\n';

function renderDocumented(): Manifest[] {
  return renderText(blocks.find((block) => block.text.startsWith(OVERLAY))!.text, {
    'gateway.yaml': GATEWAY,
  });
}

describe('docs/kubernetes.md', () => {
  it('shows an overlay that changes images, settings and allowed clients of the engine’s overlay', () => {
    const manifests = renderDocumented();
    const images = listWorkloads(manifests).flatMap(({ pod }) => pod.containers.map(({ image }) => image));
    expect(images.filter((image) => !/^registry\.example\/[\w-]+@sha256:[01]{64}$/.test(image))).toEqual([]);
    const settings = ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('settings-'),
    );
    expect(settings!.data).toMatchObject({
      VERIFACTU_ENVIRONMENT: 'production',
      VERIFACTU_PRODUCER_NIF: 'B12345674',
      LOG_LEVEL: 'info',
    });
    const policies = JSON.stringify(ofKind(manifests, 'NetworkPolicy'));
    expect(policies).toContain('"traefik"');
    expect(policies).not.toContain('"ingress-nginx"');
  });

  it.each(parts)('shows parts of an overlay that change the engine’s overlay: $text', ({ text: part }) => {
    const base =
      'resources: [../invoice-batch-engine/ops/kubernetes/overlays/high-availability]\nnamespace: invoice-batch-engine\n';
    const rendered = renderText(base + part);
    expect(rendered).not.toEqual(renderOverlay('high-availability'));
    // Other objects have no schema here; see examples.test.ts.
    const known = rendered.filter(({ apiVersion }) => !/external-secrets|gateway/.test(apiVersion));
    expect(findSchemaFaults(known)).toEqual([]);
  });

  it('names every Secret with its keys', () => {
    const [, table = ''] = /<!-- secrets -->([^]*)<!-- \/secrets -->/.exec(text) ?? [];
    const rows = [...table.matchAll(/^\| `(\S+)` \| (.*) \|$/gm)].map(
      ([, name, keys]) =>
        [name!, [...keys!.matchAll(/`([A-Z0-9_]+|connection)`/g)].map(([, key]) => key!)] as const,
    );
    const used = [...listSecrets(renderOverlay('high-availability'))].map(
      ([name, keys]) => [name, [...keys.keys()].toSorted()] as const,
    );
    const told = rows.map(([name, keys]) => [name, keys.toSorted()] as const);
    expect(new Map(told)).toEqual(new Map([...used, ['keda-secrets', ['connection']]]));
  });

  it('contains only commands for existing objects', () => {
    const databases = renderDirectory(path.join(ROOT, 'ops/kubernetes/databases'));
    const names = [...renderOverlay('high-availability'), ...databases].map(
      ({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`,
    );
    const commands = blocks.filter(({ language }) => language === 'sh').map((block) => block.text);
    const named = commands.flatMap(
      (command) => command.match(/\b(?:job|cronjob|deployment|cluster)\/[\w-]+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(3);
    const made = commands.flatMap((command) => [...command.matchAll(/create job (\S+) --from=cronjob\//g)]);
    names.push(...made.map(([, name]) => `job/${name}`));
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});
