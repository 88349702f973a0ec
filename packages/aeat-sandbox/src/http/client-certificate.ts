import type { IncomingMessage } from 'node:http';
import { TLSSocket, type PeerCertificate } from 'node:tls';

/** Identifiers of natural persons and entities by EN 319 412-1. */
const IDENTIFIER = /(?:IDCES|VATES|NTRES)-([0-9A-Z]{9})/;
const BARE_NIF = /^[0-9A-Z]{9}$/;

export type Presenter = {
  /** The NIF of the certificate's holder; null if there is no certificate, or no NIF in it. */
  readonly nif: string | null;
};

/**
 * Reads who presents a message.
 * @param asksForCertificate whether a certificate that the stand-in trusts is required.
 * @returns `none` if the certificate is required but missing.
 */
export function readPresenter(request: IncomingMessage, asksForCertificate: boolean): Presenter | 'none' {
  if (!asksForCertificate) return { nif: null };
  const { socket } = request;
  if (!(socket instanceof TLSSocket) || !socket.authorized) return 'none';
  return { nif: findNif(socket.getPeerCertificate()) };
}

/** Finds the NIF in a subject. The number of an entity precedes that of its representative. */
function findNif({ subject }: PeerCertificate): string | null {
  const fields = subject as unknown as Readonly<Record<string, string | string[] | undefined>>;
  for (const name of ['organizationIdentifier', '2.5.4.97', 'serialNumber']) {
    const value = [fields[name] ?? []].flat().join(' ');
    const nif = IDENTIFIER.exec(value)?.[1] ?? (BARE_NIF.test(value) ? value : null);
    if (nif) return nif;
  }
  return null;
}
