import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { explainError, fail, type Failure } from './failure.ts';

export type ConnectionTarget = {
  readonly address: URL;
  /** TLS context with the client's certificate, for https. */
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** Aborts the attempt to connect. */
  readonly signal: AbortSignal;
};

export type Connected = { readonly kind: 'connected'; readonly socket: Socket };

/**
 * Connects and completes the TLS handshake. AEAT's certificate is always verified, regardless of
 * NODE_TLS_REJECT_UNAUTHORIZED. No byte of a message is sent during this time.
 */
export function openConnection(target: ConnectionTarget): Promise<Connected | Failure> {
  const { address, timeoutMs, signal } = target;
  const isTls = address.protocol === 'https:';
  return new Promise((resolve) => {
    const socket = isTls ? connectSecurely(target) : connect(readEndpoint(address));
    let isReached = false;
    const settle = (result: Connected | Failure) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (result.kind === 'failed') socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(
      () => settle(fail('timeout', `no connection within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const abort = () => settle(fail('aborted', 'the client was closed'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    socket.once('connect', () => (isReached = true));
    socket.once(isTls ? 'secureConnect' : 'connect', () => settle({ kind: 'connected', socket }));
    // The listener is never removed, because a destroyed socket may still report an error.
    socket.on('error', (error) => settle(explainConnecting(error, isReached)));
  });
}

/**
 * After the TCP connection is established, every error is a TLS failure. This includes a server
 * that closes the connection because it does not accept the certificate.
 */
function explainConnecting(error: Error, isReached: boolean): Failure {
  if (!isReached) return explainError(error, 'refused');
  return { ...explainError(error, 'tls'), reason: 'tls' };
}

function connectSecurely({ address, secureContext }: ConnectionTarget): Socket {
  const endpoint = readEndpoint(address);
  return connectTls({
    ...endpoint,
    servername: isIP(endpoint.host) === 0 ? endpoint.host : '',
    secureContext,
    rejectUnauthorized: true,
  });
}

function readEndpoint({ hostname, port, protocol }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}
