import { listAddresses } from './server-addresses.ts';

/*
 * Redis URLs, in the notation that other programs use. A URL names one server, the sentinels that
 * know the master, or the nodes of a cluster. The scheme also determines the encryption:
 * `redis://`, `rediss+sentinel://`, `redis-cluster://`.
 */

const SCHEME = /^redis(s?)(?:[-+](sentinel|cluster))?:$/;
const PORTS = { single: 6379, sentinel: 26_379, cluster: 6379 } as const;

export type RedisKind = keyof typeof PORTS;

export type RedisAddress = {
  readonly kind: RedisKind;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  readonly family?: number;
  /** Login for the sentinels, and the name under which they know the master. */
  readonly sentinel: { readonly master: string; readonly username?: string; readonly password?: string };
  /** Paths of PEM files; null means no TLS. */
  readonly encryption: { readonly ca?: string; readonly cert?: string; readonly key?: string } | null;
};

/** Parses the scheme of a URL. @returns null if it is not a Redis scheme. */
export function readRedisScheme(protocol: string): { kind: RedisKind; isEncrypted: boolean } | null {
  const scheme = SCHEME.exec(protocol);
  if (scheme === null) return null;
  const [, encrypted, several = 'single'] = scheme;
  return { kind: several as RedisKind, isEncrypted: encrypted === 's' };
}

/**
 * Returns the name of the master and the database in the path of a URL: `/name/0`, `/name`, `/0`,
 * or nothing.
 */
export function readRedisPath({ pathname, searchParams }: URL): { master: string; database: string } {
  const parts = pathname.split('/').slice(1).map(decodeURIComponent);
  const named = searchParams.get('sentinelMasterId');
  if (named !== null) return { master: named, database: parts.join('/') };
  const isName = parts.length > 1 || !/^\d*$/.test(parts[0] ?? '');
  return { master: isName ? parts[0]! : '', database: isName ? parts.slice(1).join('/') : (parts[0] ?? '') };
}

/** Parses a Redis URL that has been validated. */
export function readRedisAddress(text: string): RedisAddress {
  const urls = listAddresses(text).map((address) => new URL(address));
  const url = urls[0]!;
  const { kind, isEncrypted } = readRedisScheme(url.protocol)!;
  const { master, database } = readRedisPath(url);
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined;
  const family = parameter('family');
  return {
    kind,
    hosts: urls.map(({ hostname, port }) => ({
      host: decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1')),
      port: Number(port || PORTS[kind]),
    })),
    ...told({ username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
    database: Number(database || 0),
    ...(family !== undefined && { family: Number(family) }),
    sentinel: {
      master,
      ...told({ username: parameter('sentinelUsername'), password: parameter('sentinelPassword') }),
    },
    encryption: isEncrypted
      ? told({ ca: parameter('sslrootcert'), cert: parameter('sslcert'), key: parameter('sslkey') })
      : null,
  };
}

/** Returns the texts without those that are undefined or empty. */
function told<N extends string>(
  texts: Readonly<Record<N, string | undefined>>,
): { readonly [K in N]?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text))) as {
    [K in N]?: string;
  };
}
