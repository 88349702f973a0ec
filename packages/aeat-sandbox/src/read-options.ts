import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { parseArgs } from 'node:util';
import type { TlsFiles } from './http/listen.ts';
import { DEFAULT_PORT, type AeatSandboxOptions } from './open-aeat-sandbox.ts';
import { parseSettings } from './exchange/change-settings.ts';
import { readCensusFile } from './taxpayers/census-file.ts';

type Option = { readonly flag: string; readonly variable: string; readonly about: string };

/** Every option, as a flag and as an environment variable; the flag takes precedence. */
const OPTIONS: readonly Option[] = [
  {
    flag: 'port',
    variable: 'AEAT_SANDBOX_PORT',
    about: `The port; default: ${DEFAULT_PORT}; 0 for any free one.`,
  },
  { flag: 'host', variable: 'AEAT_SANDBOX_HOST', about: 'The address to listen on; default: 127.0.0.1.' },
  {
    flag: 'state',
    variable: 'AEAT_SANDBOX_STATE',
    about: 'The directory of the journal; default: .local/aeat-sandbox.',
  },
  { flag: 'wait', variable: 'AEAT_SANDBOX_WAIT', about: 'TiempoEsperaEnvio in seconds; default: 60.' },
  {
    flag: 'tolerance',
    variable: 'AEAT_SANDBOX_TOLERANCE',
    about: 'The allowed difference between the time of a record and the clock, in seconds; default: 240.',
  },
  {
    flag: 'early',
    variable: 'AEAT_SANDBOX_EARLY',
    about: 'The treatment of envelopes before their time: count (the default) or refuse (4141).',
  },
  {
    flag: 'repeated-annulments',
    variable: 'AEAT_SANDBOX_REPEATED_ANNULMENTS',
    about: 'The treatment of a second anulación: refuse (3001, the default) or accept.',
  },
  {
    flag: 'presenters',
    variable: 'AEAT_SANDBOX_PRESENTERS',
    about: 'Whose certificate is accepted: anyone (the default) or obligado (4112).',
  },
  {
    flag: 'fault-status',
    variable: 'AEAT_SANDBOX_FAULT_STATUS',
    about: 'The HTTP status of SOAP Faults; default: 200.',
  },
  {
    flag: 'parallel',
    variable: 'AEAT_SANDBOX_PARALLEL',
    about: 'The number of messages that may be open at once; default: any number.',
  },
  {
    flag: 'page-size',
    variable: 'AEAT_SANDBOX_PAGE_SIZE',
    about: 'The number of invoices on a page of a consulta; default: 10000.',
  },
  {
    flag: 'alta-after-baja',
    variable: 'AEAT_SANDBOX_ALTA_AFTER_BAJA',
    about: 'The treatment of an A0 of SII after a baja: accept (the default) or refuse (3000).',
  },
  {
    flag: 'spfe-after-withdrawal',
    variable: 'AEAT_SANDBOX_SPFE_AFTER_WITHDRAWAL',
    about: 'The treatment of a document of the SPFE after a withdrawal: accept (the default) or refuse.',
  },
  {
    flag: 'spfe-repeated-events',
    variable: 'AEAT_SANDBOX_SPFE_REPEATED_EVENTS',
    about: 'The treatment of an event of the SPFE that is reported already: refuse (the default) or accept.',
  },
  {
    flag: 'census',
    variable: 'AEAT_SANDBOX_CENSUS',
    about: 'A JSON file with known and unknown NIFs, and the taxpayers in SII.',
  },
  {
    flag: 'tls-cert',
    variable: 'AEAT_SANDBOX_TLS_CERT',
    about: 'The PEM certificate of the server, which then uses HTTPS.',
  },
  { flag: 'tls-key', variable: 'AEAT_SANDBOX_TLS_KEY', about: 'The PEM key of the server.' },
  {
    flag: 'tls-pfx',
    variable: 'AEAT_SANDBOX_TLS_PFX',
    about: 'A PKCS#12 file instead of certificate and key.',
  },
  {
    flag: 'tls-passphrase',
    variable: 'AEAT_SANDBOX_TLS_PASSPHRASE',
    about: 'The passphrase of the key or the PKCS#12 file.',
  },
  {
    flag: 'client-ca',
    variable: 'AEAT_SANDBOX_CLIENT_CA',
    about: 'The PEM issuers of client certificates; every message then needs such a certificate.',
  },
];

/** Flags for settings that can also be changed while the stand-in runs. */
const SETTINGS: readonly [flag: string, name: string, convert: (text: string) => unknown][] = [
  ['wait', 'waitSeconds', readInteger],
  ['tolerance', 'clockToleranceSeconds', readInteger],
  ['early', 'earlyEnvelopes', String],
  ['repeated-annulments', 'repeatedAnnulments', String],
  ['presenters', 'presenters', String],
  ['fault-status', 'faultStatus', readInteger],
  ['parallel', 'parallelMessages', readInteger],
  ['page-size', 'pageSize', readInteger],
  ['alta-after-baja', 'altaAfterBaja', String],
  ['spfe-after-withdrawal', 'spfeAfterWithdrawal', String],
  ['spfe-repeated-events', 'spfeRepeatedEvents', String],
];

export const USAGE = [
  'Usage: node packages/aeat-sandbox/src/main.ts [--memory] [options]',
  '',
  '  --memory  Store nothing on disk (AEAT_SANDBOX_MEMORY=1).',
  ...OPTIONS.map(({ flag, variable, about }) => `  --${flag} <value>  ${about} (${variable})`),
].join('\n');

/**
 * Reads the options from flags and environment.
 * @returns null if only the usage is requested.
 * @throws TypeError for an invalid option, and errors of the file system for missing files.
 */
export function readOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): AeatSandboxOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      memory: { type: 'boolean' },
      ...Object.fromEntries(OPTIONS.map(({ flag }) => [flag, { type: 'string' as const }])),
    },
  });
  if (values['help']) return null;
  const given = new Map(
    OPTIONS.map(({ flag, variable }) => [
      flag,
      (values as Record<string, unknown>)[flag] ?? environment[variable],
    ]),
  );
  const read = (flag: string) => {
    const value = given.get(flag);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    port: readAsOrganization('port', read, readPort) ?? DEFAULT_PORT,
    host: read('host') ?? '127.0.0.1',
    stateDirectory:
      values['memory'] === true || isMemory(environment) ? null : (read('state') ?? '.local/aeat-sandbox'),
    settings: Object.assign(
      {},
      ...SETTINGS.map(([flag, name, convert]) =>
        readAsOrganization(flag, read, (text) => parseSettings({ [name]: convert(text) })),
      ),
    ) as NonNullable<AeatSandboxOptions['settings']>,
    census: readAsOrganization('census', read, readCensusFile) ?? {},
    tls: readTls(read),
  };
}

type Read = (flag: string) => string | undefined;

/** Converts the value of an option. @throws TypeError that names the flag and the variable. */
function readAsOrganization<T>(flag: string, read: Read, convert: (text: string) => T): T | undefined {
  const text = read(flag);
  try {
    return text === undefined ? undefined : convert(text);
  } catch (error) {
    const variable = OPTIONS.find((option) => option.flag === flag)?.variable;
    throw new TypeError(`--${flag} (${variable}): ${(error as Error).message}`, { cause: error });
  }
}

function isMemory({ AEAT_SANDBOX_MEMORY: text = '' }: NodeJS.ProcessEnv): boolean {
  if (['', '0', '1'].includes(text)) return text === '1';
  throw new TypeError('--memory (AEAT_SANDBOX_MEMORY): must be 1 or 0');
}

function readTls(read: Read): TlsFiles | null {
  const [cert, key, pfx, ca] = ['tls-cert', 'tls-key', 'tls-pfx', 'client-ca'].map((flag) =>
    readAsOrganization(flag, read, (file) => readFileSync(file)),
  );
  const passphrase = read('tls-passphrase');
  if (ca && !cert && !pfx) throw new TypeError('--client-ca needs --tls-cert and --tls-key, or --tls-pfx');
  if (!cert && !pfx) return null;
  const files = dropAbsent({ cert, key, pfx, passphrase });
  readAsOrganization(pfx ? 'tls-pfx' : 'tls-cert', read, () => createSecureContext(files));
  return { ...files, ...dropAbsent({ clientCa: ca }) };
}

function readPort(text: string): number {
  const port = readInteger(text);
  if (!(port >= 0 && port <= 65_535)) throw new TypeError(`Not a port: ${text}`);
  return port;
}

/** Returns NaN if the text is not an integer, which the check of the settings then refuses. */
function readInteger(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function dropAbsent(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
