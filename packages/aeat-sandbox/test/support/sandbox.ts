import { openAeatSandbox, type AeatSandbox, type AeatSandboxOptions } from '../../src/open-aeat-sandbox.ts';
import { hashRecord } from '../../src/records/hash-record.ts';
import type { Alta, Anulacion, SifRecord } from '../../src/records/record.ts';
import { altaOf, anulacionOf, ISSUER, NOW } from './records.ts';
import { writeRemission, type MessageHeader } from './write-message.ts';

/**
 * Opens a stand-in on a free port that stores nothing on disk. Its clock is fixed at the time of
 * the test records.
 */
export function openSandbox(options: AeatSandboxOptions = {}): Promise<AeatSandbox> {
  return openAeatSandbox({ port: 0, now: () => NOW, ...options });
}

export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string };

export async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/xml;charset=UTF-8', soapaction: '""', ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function send(
  { soapUrl }: AeatSandbox,
  records: readonly SifRecord[],
  header: MessageHeader = { nif: ISSUER },
): Promise<Reply> {
  return post(soapUrl, writeRemission(header, records));
}

/** Returns the texts of all elements with a local name. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`, 'g'))].map(([, text = '']) => text);
}

/** Returns the state and code of each line, `Incorrecto 3000` or `Correcto`. */
export function linesOf(xml: string): string[] {
  return [...xml.matchAll(/<tikR:RespuestaLinea>.*?<\/tikR:RespuestaLinea>/gs)].map(([line]) =>
    [...textsOf(line, 'EstadoRegistro'), ...textsOf(line, 'CodigoErrorRegistro').slice(0, 1)].join(' '),
  );
}

export type Draft =
  | ({ kind?: 'Alta' } & Partial<Omit<Alta, 'kind'>>)
  | ({ kind: 'Anulacion' } & Partial<Omit<Anulacion, 'kind'>>);

/** Chains records in order, by default for the invoices `A/1`, `A/2` …. */
export function chainOf(drafts: readonly Draft[], before: SifRecord | null = null): SifRecord[] {
  const records: SifRecord[] = [];
  for (const [index, draft] of drafts.entries()) {
    const last = records.at(-1) ?? before;
    const previous = last ? { id: last.id, huella: last.huella } : null;
    const id = { nif: ISSUER, number: `A/${index + 1}`, date: '20-11-2026' };
    const record =
      draft.kind === 'Anulacion'
        ? anulacionOf({ id, previous, ...draft })
        : altaOf({ id, previous, ...(draft as Partial<Alta>) });
    records.push({ ...record, huella: draft.huella ?? hashRecord(record) });
  }
  return records;
}
