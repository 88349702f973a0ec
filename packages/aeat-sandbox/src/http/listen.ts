import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openCensusService } from '../census-service/census-service.ts';
import { openVerifactuService } from '../exchange/verifactu-service.ts';
import { openSiiService } from '../sii/exchange/sii-service.ts';
import { openSpfeServices } from '../spfe/exchange/spfe-service.ts';
import { serveControl } from './control-route.ts';
import { serveQr } from './qr-route.ts';
import type { Sandbox } from './sandbox.ts';
import { sendHtml, sendJson } from './send.ts';
import { serveSoap } from './soap-route.ts';
import type { SoapService } from './soap-service.ts';

/** The same paths as at AEAT. */
export const SOAP_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';
export const SII_INVOICES_PATH = '/wlpl/SSII-FACT/ws/fe/SiiFactFEV1SOAP';
export const SII_PAYMENTS_PATH = '/wlpl/SSII-FACT/ws/fe/SiiFactCOBV1SOAP';
export const CENSUS_PATH = '/wlpl/BURT-JDIT/ws/VNifV2SOAP';
export const QR_PATH = '/wlpl/TIKE-CONT/ValidarQR';

/** The server's key and certificate, and the trusted issuers of client certificates. */
export type TlsFiles = {
  readonly key?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
  /** If set, every message needs a client certificate from one of these issuers. */
  readonly clientCa?: string | Buffer;
};
/** The SOAP services by path. */
type Services = ReadonlyMap<string, SoapService>;
export type Listening = { readonly url: string; readonly close: () => Promise<void> };

/** Starts the server. @throws if the port is in use. */
export async function listen(
  sandbox: Sandbox,
  { host, port, tls }: { host: string; port: number; tls: TlsFiles | null },
): Promise<Listening> {
  const server = createListener(sandbox, tls);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const authority = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls ? 'https' : 'http'}://${authority}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createListener(sandbox: Sandbox, tls: TlsFiles | null): Server {
  const services: Services = new Map([
    [SOAP_PATH, openVerifactuService(sandbox)],
    [SII_INVOICES_PATH, openSiiService(sandbox, 'invoices')],
    [SII_PAYMENTS_PATH, openSiiService(sandbox, 'payments')],
    [CENSUS_PATH, openCensusService(sandbox)],
    ...openSpfeServices(sandbox),
  ]);
  const onRequest: RequestListener = (request, response) => {
    serve(request, response, { sandbox, services }).catch((error: unknown) => fail(response, error));
  };
  if (!tls) return createServer(onRequest);
  const { clientCa, ...own } = tls;
  // A client without a valid certificate is accepted, because AEAT also answers it with a page.
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  return createTlsServer({ ...own, ...client }, onRequest);
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { sandbox, services }: { sandbox: Sandbox; services: Services },
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const service = services.get(url.pathname);
  if (service) {
    await serveSoap(request, response, sandbox, service);
    return;
  }
  if (url.pathname === '/control' || url.pathname.startsWith('/control/')) {
    await serveControl(request, response, url, sandbox);
    return;
  }
  request.resume();
  if (url.pathname === QR_PATH) serveQr(response, url, sandbox);
  else sendHtml(response, 404, 'Página no encontrada');
}

/** Reports an error, except for a client that disconnected during its request. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(response, 500, { error: error instanceof Error ? error.message : String(error) });
}
