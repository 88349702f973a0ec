import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { type DatabaseAddress, followAddress } from './address.ts';
import { connectToWanted, type HostMemory } from './find-host.ts';

type Callback = (error: Error | null, client?: Client) => void;

/**
 * The kind of client whose connections go where an address leads at the moment when each is made: to the right one of its hosts, with the
 * certificates that lie in its files then. A pool makes one for each connection.
 * @param readUrl gives the address, anew for each connection: it may have another password meanwhile.
 */
export function createHostClient(readUrl: () => string): typeof Client {
  const memory: HostMemory = { last: null };
  const readAddress = followAddress(readUrl);
  return class extends Client {
    constructor(config?: ClientConfig) {
      const address = readAddress();
      const own = { ...config, ...address.config };
      super(own);
      // One host that is taken as it is: what `pg` does by itself.
      const isPlain = address.hosts.length === 1 && address.wanted === 'any';
      return isPlain ? this : standIn(this, address, own, memory);
    }
  };
}

/** A client whose host is only known when it is connected: what is asked of it goes to the client of the host that was taken. */
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
  const tell = callbackify(find);
  const connect = (callback?: Callback) => (callback === undefined ? find() : tell(callback));
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
