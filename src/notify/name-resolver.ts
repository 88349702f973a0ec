import { type LookupAddress, promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Names of receivers are looked up by DNS alone, on sockets of this process. The system's look-up (getaddrinfo) runs on the four threads that Node.js shares among files,
 * compression and every other name: a few names that nobody answers for would hold up AEAT, S3 and the receivers of others.
 */

/** What is known of a name. Busy: another name of the organization is being looked up, and nothing is known yet. */
export type Found =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[] }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'busy' };

export type NameResolver = {
  /** Finds the addresses of a host for an organization, which has one look-up at a time. Never fails. @param hostname as in a URL: an address is its own answer. */
  readonly find: (organizationId: number, hostname: string) => Promise<Found>;
};

export type NameResolverOptions = {
  /** Default: those of the system (`/etc/resolv.conf`). */
  readonly servers?: readonly string[];
  /** Names that this machine knows by itself. Default: `/etc/hosts`. */
  readonly hostsFile?: string;
  /** Where a name that is not found is completed from (`search`). Default: `/etc/resolv.conf`. */
  readonly resolvConf?: string;
  /** For a look-up as a whole. */
  readonly timeoutMs?: number;
  /** How long a name that was not found is not asked for again. */
  readonly rememberMs?: number;
};

/** A question is asked twice within this time. */
const QUESTION_MS = 1000;
/** How long a look-up waits for another one of its organization. */
const LINE_MS = 1000;
/** Failures that are remembered at once. */
const MAX_REMEMBERED = 10_000;

/** Opens a resolver of receivers' names for the whole process. */
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
    return { kind: 'failed', why: `its name ${hostname} ${why}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Names that mean nothing else to DNS, or say so themselves. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks for addresses of both families. */
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
  const why = isLate ? 'was not answered for by DNS in time' : `could not be looked up by DNS (${fault})`;
  return { why, isAbsent: false };
}

/** What a name may mean: itself, and with each domain of the system's search list behind it, as names of services in a cluster need. */
function completeName(hostname: string, resolvConf: string): string[] {
  if (hostname.endsWith('.')) return [hostname];
  const searched = resolvConf
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .findLast(([keyword]) => keyword === 'search' || keyword === 'domain');
  const domains = searched?.slice(1) ?? [];
  return [hostname, ...domains.map((domain) => `${hostname}.${domain}`)];
}

/** `localhost` is this machine, whatever the file says (RFC 6761). */
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
