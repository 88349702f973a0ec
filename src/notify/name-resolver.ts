import { type LookupAddress, promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Receivers' host names are resolved only by DNS, on sockets of this process. The system's resolver
 * (getaddrinfo) runs on the four threads that Node.js shares between files, compression and all
 * other names. A few names that no server answers would delay AEAT, S3 and other receivers.
 */

/**
 * The result of a lookup. `busy`: another name of the organization is being looked up, and this
 * name is not known yet.
 */
export type Found =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[] }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'busy' };

export type NameResolver = {
  /**
   * Returns the addresses of a host for an organization, which has one lookup at a time. Never
   * rejects.
   * @param hostname as in a URL. An IP address is returned as it is.
   */
  readonly find: (organizationId: number, hostname: string) => Promise<Found>;
};

export type NameResolverOptions = {
  /** DNS servers. Default: those of the system (`/etc/resolv.conf`). */
  readonly servers?: readonly string[];
  /** The file with names that this machine resolves locally. Default: `/etc/hosts`. */
  readonly hostsFile?: string;
  /** The file with the search list (`search`) that completes names. Default: `/etc/resolv.conf`. */
  readonly resolvConf?: string;
  /** Time limit of a whole lookup in milliseconds; default: 4000. */
  readonly timeoutMs?: number;
  /** How long a failed lookup is cached, in milliseconds; default: 4000. */
  readonly rememberMs?: number;
};

/** The time limit of one query in milliseconds. A query is sent at most twice. */
const QUESTION_MS = 1000;
/** How long a lookup waits for another one of its organization, in milliseconds. */
const LINE_MS = 1000;
/** The maximum number of cached failures. */
const MAX_REMEMBERED = 10_000;

/** Opens the resolver of receivers' names for the whole process. */
export function openNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { timeoutMs = 4000, rememberMs = 4000 } = options;
  const underWay = new Map<number, Promise<unknown>>();
  const failures = new Map<string, { readonly why: string; readonly until: number }>();

  function recall(hostname: string): Found | null {
    const failure = failures.get(hostname);
    if (failure === undefined) return null;
    if (failure.until > performance.now()) return { kind: 'failed', why: failure.why };
    failures.delete(hostname);
    return null;
  }

  async function lookUp(hostname: string): Promise<Found> {
    const found = await ask(hostname, timeoutMs, options);
    if (found.kind === 'failed') {
      if (failures.size >= MAX_REMEMBERED) failures.delete(failures.keys().next().value!);
      failures.set(hostname, { why: found.why, until: performance.now() + rememberMs });
    }
    return found;
  }

  return {
    async find(organizationId, bracketed) {
      const hostname = bracketed.replace(/^\[(.*)\]$/, '$1');
      const family = isIP(hostname);
      if (family !== 0) return { kind: 'found', addresses: [{ address: hostname, family }] };
      const before = underWay.get(organizationId);
      if (before !== undefined) await Promise.race([before, wait(LINE_MS, undefined, { ref: false })]);
      const known = recall(hostname);
      if (known !== null) return known;
      if (underWay.has(organizationId)) return { kind: 'busy' };
      const looking = lookUp(hostname).finally(() => underWay.delete(organizationId));
      underWay.set(organizationId, looking);
      return looking;
    },
  };
}

async function ask(
  hostname: string,
  timeoutMs: number,
  { servers, hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf' }: NameResolverOptions,
): Promise<Exclude<Found, { kind: 'busy' }>> {
  const own = findInHosts(await readText(hostsFile), hostname);
  if (own.length > 0) return { kind: 'found', addresses: own };
  const resolver = new dns.Resolver({ timeout: QUESTION_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    let why = '';
    for (const name of completeName(hostname, await readText(resolvConf))) {
      const addresses = await askBoth(resolver, name);
      if (Array.isArray(addresses)) return { kind: 'found', addresses };
      why ||= addresses.why;
      if (!addresses.isAbsent) break;
    }
    return { kind: 'failed', why: `its host name ${hostname} ${why}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Codes that mean that the name, or its addresses, do not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Queries addresses of both families. */
async function askBoth(
  resolver: dns.Resolver,
  name: string,
): Promise<LookupAddress[] | { readonly why: string; readonly isAbsent: boolean }> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length > 0) return addresses;
  const codes = [four, six].map((answer) =>
    answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException).code! : 'ENODATA',
  );
  const fault = codes.find((code) => !ABSENT.has(code));
  if (fault === undefined) return { why: 'is not known to DNS', isAbsent: true };
  const isLate = fault === 'ETIMEOUT' || fault === 'ECANCELLED';
  const why = isLate ? 'could not be resolved by DNS in time' : `could not be resolved by DNS (${fault})`;
  return { why, isAbsent: false };
}

/**
 * Lists the names to query: the name itself, and the name with each domain of the system's search
 * list, which the names of services in a cluster require.
 */
function completeName(hostname: string, resolvConf: string): string[] {
  if (hostname.endsWith('.')) return [hostname];
  const searched = resolvConf
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .findLast(([keyword]) => keyword === 'search' || keyword === 'domain');
  const domains = searched?.slice(1) ?? [];
  return [hostname, ...domains.map((domain) => `${hostname}.${domain}`)];
}

/** `localhost` is always this machine, even if the file does not contain it (RFC 6761). */
function findInHosts(hosts: string, hostname: string): LookupAddress[] {
  const lines = hosts.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const found = lines
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.includes(hostname))
    .map(([address]) => ({ address: address!, family: isIP(address!) }));
  if (found.length > 0 || hostname !== 'localhost') return found;
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
