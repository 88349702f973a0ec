import { isFiller, isGuessable } from './guessable-secrets.ts';

/*
 * The rules for settings in AEAT's production and test environments. Only the text is checked: the
 * check never connects to any of these hosts.
 */

type Settings = {
  readonly VERIFACTU_ENVIRONMENT: 'test' | 'production';
  readonly VERIFACTU_PRODUCER_NAME: string;
  readonly VERIFACTU_PRODUCER_NIF: string;
  readonly AEAT_URL: string;
  readonly AEAT_SEAL_URL?: string;
  readonly SPFE_TRANSPORT: 'none' | 'sandbox';
  readonly SPFE_URL: string;
  readonly SPFE_ENVIRONMENT: 'test' | 'production';
  readonly DASHBOARD_PASSWORD?: string;
  readonly BOOTSTRAP_API_KEY?: string;
  readonly CERTIFICATE_KEY?: string;
};

/**
 * AEAT's domains. SistemaFacturacion.wsdl names the hosts www1 and www10 for production, and
 * prewww1 and prewww10 for tests.
 */
const AEAT = /(?:^|\.)(?:agenciatributaria\.gob\.es|aeat\.es)$/;
const AEAT_PRODUCTION = /^www\d{0,3}\.(?:agenciatributaria\.gob\.es|aeat\.es)$/;
const AEAT_TEST = /^pre/;
/** The default of VERIFACTU_PRODUCER_NAME. */
export const DEFAULT_NAME = 'Productor sin configurar';
/** NIFs of examples: those with digits in sequence, and that of the sample's party. */
export const EXAMPLE_NIF = /1234567|87654321|8765432|^(?:R40303265)$/;

/**
 * Finds settings that contradict VERIFACTU_ENVIRONMENT.
 * @param given the settings that are set, as opposed to defaults.
 * @returns a line for each fault, which names the setting.
 */
export function findEnvironmentFaults(
  settings: Settings,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const { VERIFACTU_ENVIRONMENT: environment } = settings;
  const isProduction = environment === 'production';
  const addresses = [
    ['AEAT_URL', settings.AEAT_URL],
    ['AEAT_SEAL_URL', settings.AEAT_SEAL_URL],
  ] as const;
  const addressFaults = addresses.flatMap(([name, address]) => {
    if (address === undefined || (isProduction && given[name] === undefined)) return [];
    const fault = isProduction ? findProductionFault(address) : findTestFault(address);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
  const production = isProduction
    ? [...findProducerFaults(settings, given), ...findSecretFaults(settings)]
    : [];
  return [...production, ...addressFaults, ...findSpfeFaults(settings)];
}

/** The transport to the stand-in never reaches AEAT, and never takes invoices of production. */
function findSpfeFaults(settings: Settings): string[] {
  const { SPFE_TRANSPORT: transport, SPFE_URL: address } = settings;
  if (transport === 'none') return [];
  const faults = (['SPFE_ENVIRONMENT', 'VERIFACTU_ENVIRONMENT'] as const)
    .filter((name) => settings[name] === 'production')
    .map((name) => `SPFE_TRANSPORT must be none if ${name} is production: sandbox is the stand-in`);
  return isHostOfAeat(new URL(address).hostname)
    ? [...faults, 'SPFE_URL must be an address of the stand-in: AEAT has not published its service']
    : faults;
}

/**
 * Finds that production would send records to the default address, that of the stand-in. Only a
 * process that sends records needs another address.
 * @returns one line that names the setting; undefined if there is no fault.
 */
export function findRemissionFault({
  VERIFACTU_ENVIRONMENT: environment,
  AEAT_URL: address,
}: Pick<Settings, 'VERIFACTU_ENVIRONMENT' | 'AEAT_URL'>): string | undefined {
  return environment === 'production' && findProductionFault(address) !== undefined
    ? 'AEAT_URL must be set if VERIFACTU_ENVIRONMENT is production and WORKER_QUEUES contains remission'
    : undefined;
}

/** Production records must name a real producer (Orden HAC/1177/2024, SistemaInformatico). */
function findProducerFaults(settings: Settings, given: Readonly<Record<string, unknown>>): string[] {
  const unset = ['VERIFACTU_PRODUCER_NAME', 'VERIFACTU_PRODUCER_NIF'].filter(
    (name) => given[name] === undefined,
  );
  const faults = unset.map((name) => `${name} must be set when VERIFACTU_ENVIRONMENT is production`);
  const { VERIFACTU_PRODUCER_NAME: name, VERIFACTU_PRODUCER_NIF: nif } = settings;
  if (!unset.includes('VERIFACTU_PRODUCER_NAME') && name.trim().toLowerCase() === DEFAULT_NAME.toLowerCase())
    faults.push(
      'VERIFACTU_PRODUCER_NAME must be the name of the real producer in production, not the example',
    );
  if (!unset.includes('VERIFACTU_PRODUCER_NIF') && EXAMPLE_NIF.test(nif))
    faults.push('VERIFACTU_PRODUCER_NIF must be the NIF of the real producer in production, not an example');
  return faults;
}

/** Finds secrets taken from examples, which tests and trials may use. */
function findSecretFaults(settings: Settings): string[] {
  const { DASHBOARD_PASSWORD: password, BOOTSTRAP_API_KEY: apiKey, CERTIFICATE_KEY: key } = settings;
  const faults: string[] = [];
  if (password !== undefined && isGuessable(password))
    faults.push('DASHBOARD_PASSWORD is easily guessed: use a random one (`openssl rand -hex 24`)');
  if (apiKey !== undefined && isFiller(apiKey.slice('org_live_'.length)))
    faults.push('BOOTSTRAP_API_KEY must be random in production (`npm run engine -- org key` creates one)');
  if (key !== undefined && isFiller(key))
    faults.push('CERTIFICATE_KEY must be 32 random bytes in production (`openssl rand -base64 32`)');
  return faults;
}

/**
 * Returns whether a host belongs to AEAT, for tests or production. Only messages may be sent to
 * such a host.
 */
export function isHostOfAeat(hostname: string): boolean {
  return AEAT.test(hostname.toLowerCase().replace(/\.$/, ''));
}

function findProductionFault(address: string): string | undefined {
  const { protocol, host, port } = readHost(address);
  if (protocol !== 'https:') return 'must begin with https:// in production';
  if (!AEAT.test(host))
    return 'must be an address of AEAT in production, not of the stand-in or another service';
  if (AEAT_TEST.test(host)) return "is AEAT's test service, but VERIFACTU_ENVIRONMENT is production";
  return AEAT_PRODUCTION.test(host) && port === ''
    ? undefined
    : "must be a host of AEAT's production service, www1 or www10, at its own port";
}

function findTestFault(address: string): string | undefined {
  const { protocol, host } = readHost(address);
  if (!AEAT.test(host)) return undefined;
  if (!AEAT_TEST.test(host)) return "is AEAT's production service, but VERIFACTU_ENVIRONMENT is test";
  return protocol === 'https:' ? undefined : 'must begin with https://, because AEAT requires TLS';
}

function readHost(address: string): { protocol: string; host: string; port: string } {
  const { protocol, hostname, port } = new URL(address);
  return { protocol, port, host: hostname.replace(/\.$/, '') };
}
