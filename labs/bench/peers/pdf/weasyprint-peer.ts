import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { buildPage } from './build-page.ts';
import type { PdfPeer } from './pdf-peer.ts';

export const WEASYPRINT = 'WeasyPrint, kept warm';

/**
 * A Python program that keeps running. It reads one page per line as JSON and writes one PDF per
 * line in base64.
 */
const SERVER = `
import base64, json, sys
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
fonts = FontConfiguration()
for line in sys.stdin:
    pdf = HTML(string=json.loads(line)).write_pdf(font_config=fonts)
    print(base64.b64encode(pdf).decode(), flush=True)
`;

/** Returns WeasyPrint if this machine's python3 has it, otherwise null. */
export function openWeasyprint(): PdfPeer | null {
  if (spawnSync('python3', ['-c', 'import weasyprint']).status !== 0) return null;
  const child = spawn('python3', ['-c', SERVER], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    name: WEASYPRINT,
    async render(invoice) {
      child.stdin.write(`${JSON.stringify(await buildPage(invoice))}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('WeasyPrint ended');
      return Buffer.from(line.value, 'base64');
    },
    async [Symbol.asyncDispose]() {
      child.kill();
    },
  };
}
