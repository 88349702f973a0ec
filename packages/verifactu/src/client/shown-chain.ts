import { once } from 'node:events';
import { connect, TLSSocket, type DetailedPeerCertificate } from 'node:tls';
import { duplexPair } from 'node:stream';
import { createClientContext, type Pkcs12 } from './certificate.ts';

/** A certificate of a chain and the end of its validity. */
export type ChainLink = { readonly subject: string; readonly notAfter: number };

/**
 * Returns the certificates that are presented to a server, the client certificate first. The others
 * come from the PKCS#12 file or from the trust store of this machine. Node.js reports a chain only
 * for the peer of a connection, therefore this function connects to itself.
 * @throws CertificateError when the file cannot be used.
 */
export async function readShownChain(certificate: Pkcs12): Promise<ChainLink[]> {
  const secureContext = createClientContext(certificate);
  const [here, there] = duplexPair();
  const shown = new TLSSocket(there, { isServer: true, secureContext });
  shown.on('error', () => {});
  const seen = connect({ socket: here, rejectUnauthorized: false });
  try {
    await once(seen, 'secureConnect');
    return listLinks(seen.getPeerCertificate(true));
  } finally {
    seen.destroy();
    shown.destroy();
  }
}

function listLinks(own: DetailedPeerCertificate): ChainLink[] {
  const links: ChainLink[] = [];
  const seen = new Set<string>();
  // A root certificate is its own issuer.
  for (
    let each: DetailedPeerCertificate | undefined = own;
    each !== undefined && !seen.has(each.fingerprint256);
    each = each.issuerCertificate
  ) {
    seen.add(each.fingerprint256);
    links.push({ subject: String(each.subject.CN), notAfter: Date.parse(each.valid_to) });
  }
  return links;
}
