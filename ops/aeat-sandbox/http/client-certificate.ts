import type { IncomingMessage } from 'node:http';
import { TLSSocket, type PeerCertificate } from 'node:tls';

/** Semantics of EN 319 412-1: a natural person's identity, an entity's. */
const IDENTIFIER = /(?:IDCES|VATES|NTRES)-([0-9A-Z]{9})/;
const BARE_NIF = /^[0-9A-Z]{9}$/;

export type Presenter = {
  /** NIF of the certificate's holder; null where there is no certificate or no NIF in it. */
  readonly nif: string | null;
};

/**
 * Who presents a message.
 * @param asksForCertificate whether there must be a certificate that the sandbox trusts.
 * @returns `none` for who comes without one.
 */
export function readPresenter(request: IncomingMessage, asksForCertificate: boolean): Presenter | 'none' {
  if (!asksForCertificate) return { nif: null };
  const { socket } = request;
  if (!(socket instanceof TLSSocket) || !socket.authorized) return 'none';
  return { nif: findNif(socket.getPeerCertificate()) };
}

/** An entity's number comes before its representative's own. */
function findNif({ subject }: PeerCertificate): string | null {
  const fields = subject as unknown as Readonly<Record<string, string | string[] | undefined>>;
  for (const name of ['organizationIdentifier', '2.5.4.97', 'serialNumber']) {
    const value = [fields[name] ?? []].flat().join(' ');
    const nif = IDENTIFIER.exec(value)?.[1] ?? (BARE_NIF.test(value) ? value : null);
    if (nif) return nif;
  }
  return null;
}
