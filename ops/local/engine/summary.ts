import path from 'node:path';
import { styleText } from 'node:util';
import type { LocalSettings } from './engine-environment.ts';
import type { OpsPorts } from './engine.ts';
import { LOCAL, ROOT } from '../boot/layout.ts';
import type { SampleResult } from '../sample/run-sample.ts';
import { buildAddress } from './web-address.ts';

export type SummaryInput = {
  readonly settings: LocalSettings;
  /** The port of the stand-in for AEAT; undefined if another service is set. */
  readonly standInPort: number | undefined;
  readonly opsPorts: OpsPorts;
  /** The description of where the data is stored. */
  readonly data: string;
  readonly sample: SampleResult | undefined;
  /** The time from the command to ready in ms, and the sample's share of it. */
  readonly readyAfter: number;
  readonly sampleTook: number;
};

/** Builds the text that `npm start` ends with: addresses, logins and a first call. */
export function buildSummary({
  settings,
  standInPort,
  opsPorts,
  data,
  sample,
  readyAfter,
  sampleTook,
}: SummaryInput): string {
  const api = buildAddress(settings.HOST, settings.PORT);
  const dashboard = buildAddress(settings.HOST, settings.DASHBOARD_PORT);
  const ops = Object.entries(opsPorts).map(([name, port]) => `${name} http://127.0.0.1:${port}`);
  const rows = [
    ['API', `${api}/api/v1`],
    ['API key', settings.BOOTSTRAP_API_KEY],
    ['Dashboard', dashboard],
    ['Login', `${settings.DASHBOARD_USER} / ${settings.DASHBOARD_PASSWORD}`],
    ['Reference', `${api}/docs/v2/  (sends requests with that API key)`],
    [
      'AEAT',
      standInPort === undefined
        ? settings.AEAT_URL
        : `a stand-in on this machine: http://127.0.0.1:${standInPort}/control/records`,
    ],
    ['Operations', `${ops.join(' · ')}  (/livez /readyz /metrics)`],
    ['Data, logs', data],
    ...(sample ? describeSample(sample, standInPort) : []),
  ];
  const table = rows.map(([name = '', value = '']) => `  ${style('bold', name.padEnd(11))} ${value}`);
  const took = sample ? `, the sample took ${formatSeconds(sampleTook)}` : '';
  return [
    '',
    style('green', `READY after ${formatSeconds(readyAfter)}${took}`),
    '',
    ...table,
    '',
    'Create an invoice and fetch its PDF:',
    '',
    ...buildCurl(api, settings.BOOTSTRAP_API_KEY),
    '',
    'Ctrl-C stops everything; the data stays.',
  ].join('\n');
}

/** Builds the text that `npm start -- --servers-only` ends with. */
export function buildServersSummary(readyAfter: number, data: string): string {
  return [
    '',
    style('green', `READY after ${formatSeconds(readyAfter)}: only the servers`),
    '',
    '  Nothing is accepted, issued or sent. Commands such as npm run engine -- restore work while the servers run.',
    '',
    `  ${style('bold', 'Data, logs'.padEnd(11))} ${data}`,
    '',
    'Ctrl-C stops them; the data stays. npm start starts everything.',
  ].join('\n');
}

function describeSample(
  { issued, failed, files, registered }: SampleResult,
  standInPort: number | undefined,
): string[][] {
  const [first = LOCAL] = files;
  const [verifactu, sii, spfe] = [registered.verifactu, registered.sii, registered.spfe].map((states) =>
    Object.entries(states)
      .map(([state, count]) => `${count} ${state.replaceAll('_', ' ')}`)
      .join(', '),
  );
  const nameBook = (book: string) =>
    standInPort === undefined ? '' : `: http://127.0.0.1:${standInPort}/control/${book}`;
  return [
    ['Sample', `${issued} invoices issued with their PDFs, ${failed} refused on purpose`],
    ['VeriFactu', verifactu ?? ''],
    ['SII', `${sii}${nameBook('book')}`],
    ['SPFE', `${spfe}${nameBook('spfe/book')}`],
    ['A PDF', path.relative(ROOT, first)],
  ];
}

/** Builds two commands for a POSIX shell: one creates an invoice, the other fetches its PDF. */
function buildCurl(api: string, apiKey: string): string[] {
  const key = `-H "Authorization: Bearer ${apiKey}"`;
  return [
    `  curl -s ${api}/api/v2/invoices ${key} -H 'Content-Type: application/json' \\`,
    `    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" -o first-invoice.json \\`,
    `    -d '{"issuer_nif":"B12345674","number_serie":"FIRST-'$(date +%s)'","lines":[{"concept":"Camiseta","units":1,"unit_price":100,"tax_rate":21}]}'`,
    `  curl -sf --retry 9 --retry-all-errors ${key} -o first-invoice.pdf \\`,
    `    ${api}/api/v2/invoices/$(grep -o '[0-9]*' first-invoice.json | head -1)/pdf`,
  ];
}

function formatSeconds(duration: number): string {
  return `${(duration / 1000).toFixed(1)} s`;
}

function style(format: 'bold' | 'green', text: string): string {
  return styleText(format, text, { stream: process.stdout });
}
