import { listAddresses } from './server-addresses.ts';

/*
 * How the addresses of Redis are written: of one server, of the sentinels that know the master, of the nodes of a cluster. As others write them, with
 * the encryption in the scheme: `redis://`, `rediss+sentinel://`, `redis-cluster://`.
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
  /** Of the sentinels, and the name that they know the master by. */
  readonly sentinel: { readonly master: string; readonly username?: string; readonly password?: string };
  /** Files in PEM; null: no TLS. */
  readonly encryption: { readonly ca?: string; readonly cert?: string; readonly key?: string } | null;
};

/** What a scheme says; null: it is none of Redis. */
export function readRedisScheme(protocol: string): { kind: RedisKind; isEncrypted: boolean } | null {
  const scheme = SCHEME.exec(protocol);
  if (scheme === null) return null;
  const [, encrypted, several = 'single'] = scheme;
  return { kind: several as RedisKind, isEncrypted: encrypted === 's' };
}

/** The master's name and the database of a path: `/name/0`, `/name`, `/0`, or nothing. */
export function readRedisPath({ pathname, searchParams }: URL): { master: string; database: string } {
  const parts = pathname.split('/').slice(1).map(decodeURIComponent);
  const named = searchParams.get('sentinelMasterId');
  if (named !== null) return { master: named, database: parts.join('/') };
  const isName = parts.length > 1 || !/^\d*$/.test(parts[0] ?? '');
  return { master: isName ? parts[0]! : '', database: isName ? parts.slice(1).join('/') : (parts[0] ?? '') };
}

/** Reads an address that was found right. */
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

/** Without what is not told, or empty. */
function told<N extends string>(
  texts: Readonly<Record<N, string | undefined>>,
): { readonly [K in N]?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text))) as {
    [K in N]?: string;
  };
}
