import { openPdfRenderer } from '../../../render/renderer.ts';
import type { PrinterEvent } from '../../../render/printer.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { SPECIMEN } from './specimen.ts';

/** A slower start and rendering indicates that the machine is busy or short of memory. */
const SLOW_MS = 5000;

/**
 * Renders an invoice with the browser of the workers, since a browser that starts may still fail to
 * render.
 */
export async function checkBrowser({ processes }: Patient): Promise<Finding[]> {
  const printers = processes.filter(({ environment }) => environment?.CHROMIUM_PATH !== undefined);
  const paths = [...new Set(printers.map(({ environment }) => environment!.CHROMIUM_PATH!))];
  if (paths.length === 0) return [skip('no settings that could be read name CHROMIUM_PATH')];
  return (await Promise.all(paths.map(renderSpecimen))).flat();
}

async function renderSpecimen(chromiumPath: string): Promise<Finding[]> {
  const events: PrinterEvent[] = [];
  const begun = performance.now();
  await using renderer = openPdfRenderer({ chromiumPath, onEvent: (event) => void events.push(event) });
  try {
    await renderer.started();
    const [result] = await renderer.render([SPECIMEN]);
    if (result === undefined || 'error' in result)
      return [fail(`it renders no PDF: ${describe(result?.error)}`, 'read the log of the worker')];
  } catch (error) {
    const { cause = error } = error as Error;
    return [
      fail(
        `it does not start: ${describe(cause)}`,
        'install a Chromium with its libraries (chromium-headless-shell), and set CHROMIUM_PATH',
      ),
    ];
  }
  const started = events.find(({ type }) => type === 'browser_started');
  return [
    judgeTime(performance.now() - begun),
    ...(started?.type === 'browser_started' ? [judgeSandbox(started.sandboxed)] : []),
  ];
}

function judgeTime(milliseconds: number): Finding {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds > SLOW_MS
    ? warn(
        `started and rendered in ${seconds}, which is slow`,
        'check the load and the free memory of this machine',
        'render',
      )
    : ok(`started and rendered in ${seconds}`, 'render');
}

function judgeSandbox(sandboxed: boolean): Finding {
  if (sandboxed) return ok('Chromium runs in its sandbox', 'sandbox');
  // Chromium has no sandbox as root. The doctor may run as root although no worker does.
  if (process.getuid?.() === 0)
    return skip(
      "Chromium has no sandbox when the doctor runs as root; the worker's log reports its own",
      'sandbox',
    );
  return warn(
    'Chromium runs without a sandbox: the system or the account allows none',
    'allow user namespaces (docs/operating.md, Containers)',
    'sandbox',
  );
}

const describe = (error: unknown) => (error as Error | undefined)?.message.split('\n', 1)[0] ?? 'no answer';
