import type { ServerResponse } from 'node:http';
import { checkQr, type QrResult } from '../qr/check-qr.ts';
import { escapeXml } from '../xml/write-xml.ts';
import type { Sandbox } from './sandbox.ts';
import { sendHtml, sendJson } from './send.ts';

const SHOWN: readonly [parameter: string, label: string][] = [
  ['nif', 'NIF del emisor'],
  ['numserie', 'Número de serie y factura'],
  ['fecha', 'Fecha de expedición'],
  ['importe', 'Importe total'],
];

/** Serves ValidarQR: the page for an invoice's QR code, or JSON with `formato=json`. */
export function serveQr(response: ServerResponse, url: URL, { office }: Sandbox): void {
  const result = checkQr(office.registry, url.searchParams);
  if (url.searchParams.get('formato') === 'json') {
    sendJson(response, 200, { respuesta: { resultado: result.code, descripcion: result.text } });
    return;
  }
  sendHtml(response, 200, escapeXml(writeSentence(result)), writeTable(url.searchParams));
}

function writeSentence({ code, text }: QrResult): string {
  if (code === '00') return 'Factura encontrada: ha sido remitida a la Agencia Tributaria (VERI*FACTU)';
  if (code === '01') return 'Factura no encontrada: los datos no coinciden con ninguna factura remitida';
  return `Error ${code}: ${text}`;
}

function writeTable(query: URLSearchParams): string {
  const rows = SHOWN.map(
    ([parameter, label]) => `<tr><th>${label}</th><td>${escapeXml(query.get(parameter) ?? '')}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}
