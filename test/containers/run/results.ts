import { buildMarkdownTable } from './markdown-table.ts';

type Image = { megabytes: number; buildSeconds: number; rebuildSeconds: number; debianPackages: number };
export type Kill = {
  readonly service: string;
  /** From the kill to the answer to a batch that was posted right after it. */
  readonly acceptedSeconds: number;
  /** … until it was issued. */
  readonly issuedSeconds: number;
  /** … until its container was healthy again. */
  readonly healthySeconds: number;
};
export type Memory = {
  readonly service: string;
  readonly limitMegabytes: number;
  readonly peakMegabytes: number;
};

/** What `npm run test:containers` found: ops/docker/results.json. */
export type Results = {
  readonly machine: { readonly cores: number; readonly docker: string; readonly cgroup: string };
  readonly images: { readonly api: Image; readonly worker: Image };
  /** The commit whose images were upgraded; null: today's sources under another tag. */
  readonly upgradedFrom: string | null;
  readonly seconds: Readonly<Record<string, number>>;
  readonly kills: readonly Kill[];
  readonly memory: readonly Memory[];
  readonly sandbox: { readonly processes: number; readonly sandboxed: number };
  readonly batches: { readonly accepted: number; readonly repeated: number };
};

/** Sizes that images may have, in MB as Docker counts them. */
export const LARGEST = { api: 200, worker: 550 } as const;

const show = (seconds: number) => `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;

/** The tables of docs/containers.md. */
export function describeResults(results: Results): string {
  const { images, seconds, kills, memory } = results;
  const sizes = (['api', 'worker'] as const).map((name) => {
    const { megabytes, buildSeconds, rebuildSeconds, debianPackages } = images[name];
    const size = `${Math.round(megabytes)} MB of ${LARGEST[name]}`;
    return [`\`${name}\``, size, show(buildSeconds), show(rebuildSeconds), String(debianPackages)];
  });
  return [
    buildMarkdownTable(
      ['image', 'size', 'built from nothing', 'after a change of the sources', 'packages of Debian'],
      sizes,
    ),
    buildMarkdownTable(
      ['what', 'took'],
      Object.entries(seconds).map(([what, took]) => [what, show(took)]),
    ),
    buildMarkdownTable(
      ['`kill -9` of', 'a batch is accepted after', 'issued after', 'the container is healthy after'],
      kills.map(({ service, acceptedSeconds, issuedSeconds, healthySeconds }) => [
        `\`${service}\``,
        show(acceptedSeconds),
        show(issuedSeconds),
        show(healthySeconds),
      ]),
    ),
    buildMarkdownTable(
      ['in a flood', 'used at most', 'may use'],
      memory.map(({ service, peakMegabytes, limitMegabytes }) => [
        `\`${service}\``,
        `${Math.round(peakMegabytes)} MB`,
        `${Math.round(limitMegabytes)} MB`,
      ]),
    ),
  ].join('\n');
}
