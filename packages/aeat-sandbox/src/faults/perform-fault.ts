import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendHtml, sendRedirect, sendXml } from '../http/send.ts';
import { writeFault } from '../exchange/answer-fault.ts';
import { RESPUESTA_CONSULTA, RESPUESTA_SUMINISTRO } from '../xml/namespaces.ts';
import type { AnswerlessFault, SpoilingFault } from './fault.ts';

/** A time in ms that is longer than any client waits. */
const FOREVER = 600_000;
const INTERNAL_ERROR = 20_009;
const MEGABYTE = 1_048_576;

export type SpoiledAnswer = { readonly status: number; readonly body: string };

/** Performs a fault of the first group: sends no answer, or something that is not one. */
export async function performFault(
  response: ServerResponse,
  fault: AnswerlessFault,
  { faultStatus, signal }: { faultStatus: number; signal: AbortSignal },
): Promise<void> {
  switch (fault.kind) {
    case 'timeout':
      await wait(fault.milliseconds ?? FOREVER, undefined, { signal, ref: false }).catch(() => {});
      response.destroy();
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'http-status':
      sendHtml(response, fault.status ?? 503, 'Servicio no disponible temporalmente');
      return;
    case 'html':
      sendHtml(response, 200, 'Agencia Tributaria: en este momento no se puede atender su petición');
      return;
    case 'redirect':
      sendRedirect(response);
      return;
    case 'soap-fault':
      sendXml(response, { status: faultStatus, body: writeFault(fault.code ?? INTERNAL_ERROR) });
  }
}

/** Sends the answer to a registered message, with the requested fault. */
export async function sendSpoiled(
  response: ServerResponse,
  fault: SpoilingFault,
  answer: SpoiledAnswer,
  signal: AbortSignal,
): Promise<void> {
  switch (fault.kind) {
    case 'slow':
      await wait(fault.milliseconds ?? 5000, undefined, { signal, ref: false }).catch(() => {});
      sendXml(response, answer);
      return;
    case 'truncated':
      truncate(response, answer, fault.abrupt ?? false);
      return;
    case 'ill-formed':
      sendXml(response, { ...answer, body: repeatDeclaration(answer.body) });
      return;
    case 'wrong-namespace':
      sendXml(response, { ...answer, body: moveNamespaces(answer.body) });
      return;
    case 'huge':
      await sendPadded(response, answer, fault.bytes ?? 64 * MEGABYTE);
      return;
    // The answer already contains these faults.
    case 'partial':
    case 'empty-wait':
    case 'raised-wait':
    case 'record-error':
      sendXml(response, answer);
  }
}

function truncate(response: ServerResponse, { status, body }: SpoiledAnswer, abrupt: boolean): void {
  const half = body.slice(0, Math.floor(body.length / 2));
  if (!abrupt) {
    sendXml(response, { status, body: half });
    return;
  }
  response.writeHead(status, {
    'content-type': 'text/xml;charset=UTF-8',
    'content-length': Buffer.byteLength(body),
  });
  response.write(half, () => response.socket?.destroy());
}

/** Repeats the XML declaration, which is allowed only at the start of a document. A parser that is not strict can still read the complete answer. */
function repeatDeclaration(body: string): string {
  return body.replace(/<env:Body[^>]*>/, '$&<?xml version="1.0" encoding="UTF-8"?>');
}

function moveNamespaces(body: string): string {
  const move = (namespace: string) => namespace.replace('/tike/', '/tikeV9.9/');
  return body
    .replaceAll(RESPUESTA_SUMINISTRO, move(RESPUESTA_SUMINISTRO))
    .replaceAll(RESPUESTA_CONSULTA, move(RESPUESTA_CONSULTA));
}

/** Sends well-formed XML that is longer than any client should read, with white space before the end of the envelope. */
async function sendPadded(response: ServerResponse, answer: SpoiledAnswer, bytes: number): Promise<void> {
  const end = answer.body.lastIndexOf('</');
  const blanks = ' '.repeat(MEGABYTE);
  response.writeHead(answer.status, { 'content-type': 'text/xml;charset=UTF-8' });
  response.write(answer.body.slice(0, end));
  for (let sent = 0; sent < bytes && !response.destroyed; sent += MEGABYTE) {
    if (!response.write(blanks)) await waitForRoom(response);
  }
  response.end(answer.body.slice(end));
}

function waitForRoom(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.once('drain', settle).once('close', settle);
  });
}
