import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { type DatabaseAddress, followAddress } from './address.ts';
import { connectToWanted, type HostMemory } from './find-host.ts';

type Callback = (error: Error | null, client?: Client) => void;

/**
 * Creates a `Client` class for a pool. Each connection reads the address and its certificate files
 * when it is made, and connects to the right one of its hosts.
 * @param readUrl returns the address for each connection, because the password may have changed.
 */
export function createHostClient(readUrl: () => string): typeof Client {
  const memory: HostMemory = { last: null };
  const readAddress = followAddress(readUrl);
  return class extends Client {
    constructor(config?: ClientConfig) {
      const address = readAddress();
      const own = { ...config, ...address.config };
      super(own);
      // `pg` itself can connect to a single host of any kind.
      const isPlain = address.hosts.length === 1 && address.wanted === 'any';
      return isPlain ? this : standIn(this, address, own, memory);
    }
  };
}

/**
 * Returns a client whose host is chosen when it connects. Every call is forwarded to the client of
 * that host.
 */
function standIn(
  placeholder: Client,
  address: DatabaseAddress,
  config: ClientConfig,
  memory: HostMemory,
): Client {
  let client = placeholder;
  const find = async () => {
    client = await connectToWanted(address, config, memory, config.connectionTimeoutMillis || 5000);
    return self;
  };
  const callFind = callbackify(find);
  const connect = (callback?: Callback) => (callback === undefined ? find() : callFind(callback));
  const self = new Proxy(placeholder, {
    get(_placeholder, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(client, name, client);
      return typeof value === 'function' ? value.bind(client) : value;
    },
    set: (_placeholder, name, value) => Reflect.set(client, name, value, client),
    has: (_placeholder, name) => Reflect.has(client, name),
  });
  return self;
}
