import type { BatchSummary } from '../engine.ts';
import type { Output } from './output.ts';
import { escapeControls } from './terminal-text.ts';

const WIDTH = 30;

type Bar = { readonly name: string; readonly done: number; readonly of: number; readonly wrong: string };

const describeCount = (count: number, what: string) => (count === 0 ? '' : `  ${count} ${what}`);

/** Returns the progress of batches as bars. */
export function listBars({ invoices_count, processed, failed, rendered, verifactu }: BatchSummary): Bar[] {
  const { remission, accepted, accepted_with_errors: withErrors, rejected } = verifactu;
  const answered = accepted + withErrors + rejected;
  return [
    { name: 'issued', done: processed + failed, of: invoices_count, wrong: describeCount(failed, 'failed') },
    { name: 'printed', done: rendered, of: processed, wrong: '' },
    {
      name: 'accepted',
      done: answered,
      of: answered + remission,
      wrong: describeCount(rejected, 'rejected') + describeCount(withErrors, 'with errors'),
    },
  ];
}

/** Draws a bar as a line. */
export function drawBar({ name, done, of, wrong }: Bar): string {
  // Invalid counts are printed as they are.
  const full = Math.min(WIDTH, Math.max(0, Math.floor((done / of) * WIDTH) || 0));
  return escapeControls(
    `${name.padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${of}${wrong}`,
  );
}

/**
 * Shows moving bars on a terminal, otherwise a line for each change, or with --json a document for
 * each change.
 */
export function openBars(output: Output): {
  show(summary: BatchSummary): void;
  end(): void;
} {
  const { isJson, progress } = output;
  let shown = '';
  let lines = 0;
  return {
    show(summary) {
      const text = JSON.stringify(summary);
      if (text === shown) return;
      shown = text;
      const bars = listBars(summary);
      if (isJson) {
        output.result(summary, []);
      } else if (progress.isTTY) {
        progress.write(
          `${lines > 0 ? `\u001B[${lines}A` : ''}${bars.map((bar) => `\u001B[2K${drawBar(bar)}\n`).join('')}`,
        );
        lines = bars.length;
      } else {
        progress.write(
          escapeControls(
            `${bars.map(({ name, done, of, wrong }) => `${name} ${done}/${of}${wrong}`).join(', ')}\n`,
          ),
        );
      }
    },
    end() {
      lines = 0;
    },
  };
}
