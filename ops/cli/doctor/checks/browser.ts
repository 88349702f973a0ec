import { openPdfRenderer } from '../../../../src/render/renderer.ts';
import type { PrinterEvent } from '../../../../src/render/printer.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { SPECIMEN } from './specimen.ts';

/** Longer says of a machine that it is busy or short of memory. */
const SLOW_MS = 5000;

/** Prints an invoice with the browser of the workers: what starts may still not print. */
export async function checkBrowser({ processes }: Patient): Promise<Finding[]> {
  const printers = processes.filter(({ environment }) => environment?.CHROMIUM_PATH !== undefined);
  const paths = [...new Set(printers.map(({ environment }) => environment!.CHROMIUM_PATH!))];
  if (paths.length === 0) return [skip('no settings that could be read name CHROMIUM_PATH')];
  return (await Promise.all(paths.map(print))).flat();
}

async function print(chromiumPath: string): Promise<Finding[]> {
  const events: PrinterEvent[] = [];
  const begun = performance.now();
  await using renderer = openPdfRenderer({ chromiumPath, onEvent: (event) => void events.push(event) });
  try {
    await renderer.started();
    const [result] = await renderer.render([SPECIMEN]);
    if (result === undefined || 'error' in result)
      return [fail(`it prints nothing: ${describe(result?.error)}`, 'look at the worker’s log')];
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
        `started and printed in ${seconds}, which is slow`,
        'look at what else this machine does, and at its memory',
        'print',
      )
    : ok(`started and printed in ${seconds}`, 'print');
}

function judgeSandbox(sandboxed: boolean): Finding {
  if (sandboxed) return ok('it has its own', 'sandbox');
  // Chromium has none as root, and a doctor may be root where no worker is.
  if (process.getuid?.() === 0)
    return skip("the doctor is root, as whom it has none: the worker's log tells of its own", 'sandbox');
  return warn(
    'it has none: the system or the account allows none',
    'allow user namespaces (docs/operating.md, Containers)',
    'sandbox',
  );
}

const describe = (error: unknown) => (error as Error | undefined)?.message.split('\n', 1)[0] ?? 'no answer';
