import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendHtml, sendRedirect, sendXml, XML } from '../http/send.ts';
import type { Reply, SoapService } from '../http/soap-service.ts';
import type { AnswerSwap } from './answer-swap.ts';
import type { AnswerlessFault, SpoilingFault } from './fault.ts';

/** A time in ms that is longer than any client waits. */
const FOREVER = 600_000;
const MEGABYTE = 1_048_576;

type Performance = {
  readonly faultStatus: number;
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal;
  readonly writeFault: SoapService['writeFault'];
};

/** Performs a fault of the first group: sends no answer, or something that is not one. */
export async function performFault(
  response: ServerResponse,
  fault: AnswerlessFault,
  { faultStatus, signal, writeFault }: Performance,
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
      sendXml(response, { status: fault.status ?? faultStatus, body: writeFault(fault.code ?? null) });
  }
}

/** Sends the answer to a registered message, with the requested fault. */
export async function sendSpoiled(
  response: ServerResponse,
  fault: SpoilingFault,
  answer: Reply,
  { signal, swap }: { signal: AbortSignal; swap: AnswerSwap<Reply> },
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
    case 'swapped':
      sendXml(response, await swap.exchange(answer, fault.milliseconds ?? 5000, signal));
      return;
    case 'wrong-encoding':
      sendXml(response, { ...answer, body: Buffer.from(accentuate(answer.body), 'latin1') });
      return;
    case 'wrong-content-type':
      sendXml(response, { ...answer, contentType: 'text/plain;charset=UTF-8' });
      return;
    // The answer already contains these faults.
    case 'shuffled':
    case 'unprocessed':
    case 'mixed-words':
    case 'unknown-word':
    case 'partial':
    case 'empty-wait':
    case 'raised-wait':
    case 'record-error':
    case 'reversed':
    case 'exchanged':
    case 'extra-line':
    case 'repeated-line':
    case 'no-csv':
    case 'stale':
      sendXml(response, answer);
  }
}

function truncate(
  response: ServerResponse,
  { status, body, contentType = XML }: Reply,
  abrupt: boolean,
): void {
  const half = body.slice(0, Math.floor(body.length / 2));
  if (!abrupt) {
    sendXml(response, { status, body: half, contentType });
    return;
  }
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
  });
  response.write(half, () => response.socket?.destroy());
}

/**
 * Repeats the XML declaration, which is allowed only at the start of a document. A parser that is
 * not strict can still read the complete answer.
 */
function repeatDeclaration(body: string): string {
  return body.replace(/<(?:env:Body|DocumentStatus)[^>]*>/g, '$&<?xml version="1.0" encoding="UTF-8"?>');
}

/** Moves AEAT's namespaces to those of a version that nobody knows. */
function moveNamespaces(body: string): string {
  return body
    .replaceAll(/\/es\/aeat\/[a-z]{4}\//g, (path) => `${path.slice(0, -1)}V9.9/`)
    .replaceAll('urn:oasis:names:specification:ubl:', 'urn:oasis:names:specification:ubl9:');
}

/** Adds a comment with an accent, so that no answer consists of ASCII characters alone. */
function accentuate(body: string): string {
  return body.replaceAll('?>', '?><!-- Agencia Tributaria: simulación -->');
}

/**
 * Sends well-formed XML that is longer than any client should read, with white space before the end
 * of the envelope.
 */
async function sendPadded(response: ServerResponse, answer: Reply, bytes: number): Promise<void> {
  const end = answer.body.lastIndexOf('</');
  const blanks = ' '.repeat(MEGABYTE);
  response.writeHead(answer.status, { 'content-type': answer.contentType ?? XML });
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
