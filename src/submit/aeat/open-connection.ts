import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { explainError, fail, type Failure } from './failure.ts';

export type ConnectionTarget = {
  readonly address: URL;
  /** With our certificate, for https. */
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** Gives up when it fires. */
  readonly signal: AbortSignal;
};

export type Connected = { readonly kind: 'connected'; readonly socket: Socket };

/**
 * Connects, up to the end of the TLS handshake. AEAT's certificate is always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 * While this lasts no byte of a message can leave.
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
    // It stays: a destroyed socket may still report.
    socket.on('error', (error) => settle(explainConnecting(error, isReached)));
  });
}

/** What breaks after TCP stands is TLS, a server that hangs up on an unwanted certificate too. */
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
