import { once } from 'node:events';
import { connect, TLSSocket, type DetailedPeerCertificate } from 'node:tls';
import { duplexPair } from 'node:stream';
import { createClientContext, type Pkcs12 } from './certificate.ts';

/** A certificate of a chain, with how long it lasts. */
export type ChainLink = { readonly subject: string; readonly notAfter: number };

/**
 * The certificates that a server is shown, one's own first: what the file holds beside it, or this machine's store, is sent along. Node tells it of the
 * other side of a connection only, so the certificate is shown to ourselves.
 * @throws CertificateError
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
  // A root has itself as its issuer.
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
