import { readdirSync, readFileSync } from 'node:fs';
import type { PrinterEvent } from '../../../src/render/printer.ts';
import { openPdfRenderer, type PdfRenderer, type PdfRendererOptions } from '../../../src/render/renderer.ts';

/** Returns the path of the Chromium that the test run uses. */
export function readChromiumPath(): string {
  const path = process.env['CHROMIUM_PATH'];
  if (path === undefined || path === '')
    throw new Error('CHROMIUM_PATH must be the path of a Chromium; npm test sets it');
  return path;
}

export type TestRenderer = PdfRenderer & {
  readonly events: readonly PrinterEvent[];
  /** The process id of the browser that was started last. */
  readonly browserPid: number;
};

/** Opens a renderer of the product and records its events. */
export async function openTestRenderer(options: Partial<PdfRendererOptions> = {}): Promise<TestRenderer> {
  const events: PrinterEvent[] = [];
  const renderer = openPdfRenderer({
    chromiumPath: readChromiumPath(),
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  await renderer.started();
  return {
    ...renderer,
    events,
    get browserPid() {
      const started = events.findLast((event) => event.type === 'browser_started');
      if (started === undefined) throw new Error('No browser was started');
      return started.chromiumPid;
    },
  };
}

let shared: Promise<PdfRenderer> | undefined;

/**
 * Returns one renderer for all test files of this process that only need PDFs, because a browser
 * takes a second to start. It ends with the process.
 */
export async function openSharedRenderer(): Promise<PdfRenderer> {
  shared ??= openTestRenderer({ renderTimeLimitMs: 60_000 });
  return { ...(await shared), [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Lists the processes of a browser's group, including zombies, with their command lines. */
export function listProcessGroup(group: number): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const processGroup = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
      if (Number(processGroup) !== group) return [];
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'latin1') }];
    } catch {
      return [];
    }
  });
}
