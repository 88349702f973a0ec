import type { ServerResponse } from 'node:http';

/** AEAT's page for clients without a valid certificate. */
const ERROR_PAGE = '/static_files/common/html/erro4033.html';

/** The Content-Type of an answer of one XML document. */
export const XML = 'text/xml;charset=UTF-8';

/** Sends a SOAP answer, as text or in its bytes. Does nothing if the client has disconnected. */
export function sendXml(
  response: ServerResponse,
  {
    status,
    body,
    contentType = XML,
  }: { status: number; body: string | Uint8Array; contentType?: string | undefined },
): void {
  send(response, status, contentType, body);
}

/** Sends a value as JSON. Does nothing if the client has disconnected. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`);
}

/** Sends a page of AEAT with one sentence. */
export function sendHtml(response: ServerResponse, status: number, sentence: string, content = ''): void {
  const page =
    '<!DOCTYPE html>\n<html lang="es"><head><meta charset="utf-8"><title>Agencia Tributaria (simulación)</title></head>' +
    `<body><h1>${sentence}</h1>${content}</body></html>\n`;
  send(response, status, 'text/html; charset=utf-8', page);
}

/**
 * Redirects to AEAT's error page with status 302, as AEAT answers a client without a valid
 * certificate.
 */
export function sendRedirect(response: ServerResponse): void {
  response.setHeader('location', ERROR_PAGE);
  sendHtml(response, 302, 'No se detecta certificado electrónico');
}

function send(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}
