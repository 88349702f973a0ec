import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

export type DnsServer = AsyncDisposable & {
  /** For `dns.Resolver.setServers`. */
  readonly address: string;
  /** The names of the queries, in order. */
  readonly questions: string[];
};

/** The answer of a server: addresses, that the name does not exist, or no answer. */
export type Says = readonly string[] | 'no such name' | null;

/** Opens a DNS server on loopback that answers queries for addresses. */
export async function openDnsServer(answer: (name: string) => Says): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const { name, end } = readName(message);
    questions.push(name);
    const says = answer(name);
    if (says === null) return;
    const wantsFour = message.readUInt16BE(end) === A;
    const addresses = says === 'no such name' ? [] : says.filter((each) => isIPv4(each) === wantsFour);
    const head = Buffer.alloc(HEAD);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(says === 'no such name' ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const question = message.subarray(HEAD, end + 4);
    socket.send(Buffer.concat([head, question, ...addresses.map(writeFour)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

const HEAD = 12;
const A = 1;

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEAD;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Encodes an A record for the name of the query. */
function writeFour(address: string): Buffer {
  const record = Buffer.from([0xc0, HEAD, 0, A, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
}
