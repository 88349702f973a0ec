import { buildFaultTable, type QuotedRecord } from '../../test/faults/fault-records.ts';
import { ACCEPTED, HEALTHY, ISSUED } from './container-faults.ts';
import { buildMarkdownTable } from '../../test/support/markdown-table.ts';

type Image = { megabytes: number; buildSeconds: number; rebuildSeconds: number; debianPackages: number };
export type Memory = {
  readonly service: string;
  readonly limitMegabytes: number;
  readonly peakMegabytes: number;
};

/** The results of `npm run test:containers`: ops/docker/results.json. */
export type Results = {
  readonly machine: { readonly cores: number; readonly docker: string; readonly cgroup: string };
  readonly images: { readonly api: Image; readonly worker: Image };
  /** The commit whose images were upgraded; null for the current sources under another tag. */
  readonly upgradedFrom: string | null;
  readonly seconds: Readonly<Record<string, number>>;
  readonly faults: readonly QuotedRecord[];
  readonly memory: readonly Memory[];
  readonly sandbox: { readonly processes: number; readonly sandboxed: number };
  readonly batches: { readonly accepted: number; readonly repeated: number };
};

/** The largest allowed sizes of images, in MB as Docker counts them. */
export const LARGEST = { api: 200, worker: 550 } as const;

const show = (seconds: number) => `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;

/** Builds the tables of docs/containers.md. */
export function describeResults(results: Results): string {
  const { images, seconds, faults, memory } = results;
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
    buildFaultTable(faults, {
      [ACCEPTED]: 'a batch is accepted after',
      [ISSUED]: 'issued after',
      [HEALTHY]: 'the container is healthy after',
    }),
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
