import {
  openAeatSandbox,
  type AeatSandbox,
  type AeatSandboxOptions,
} from '../../../src/open-aeat-sandbox.ts';
import { post, textsOf, type Reply } from '../../support/sandbox.ts';
import { NOW, type Draft, writePayments, writeSupply, writeWithdrawal } from './write-sii.ts';

/** Opens a stand-in on a free port that stores nothing on disk, on the day after the test records. */
export function openSii(options: AeatSandboxOptions = {}): Promise<AeatSandbox> {
  return openAeatSandbox({ port: 0, now: () => NOW, ...options });
}

/** Sends a message to the address of invoices. */
export function postSii({ siiUrls }: AeatSandbox, message: string): Promise<Reply> {
  return post(siiUrls.invoices, message);
}

export async function supply(
  sandbox: AeatSandbox,
  drafts: readonly Draft[],
  communication = 'A0',
): Promise<string> {
  return (await postSii(sandbox, writeSupply(drafts, { communication }))).text;
}

export async function withdraw(sandbox: AeatSandbox, drafts: readonly Draft[]): Promise<string> {
  return (await postSii(sandbox, writeWithdrawal(drafts))).text;
}

export async function pay(
  { siiUrls }: AeatSandbox,
  lists: Parameters<typeof writePayments>[0],
): Promise<string> {
  return (await post(siiUrls.payments, writePayments(lists))).text;
}

/** Returns the state and code of each line, `Incorrecto 3000` or `Correcto`. */
export function siiLinesOf(xml: string): string[] {
  return [...xml.matchAll(/<siiR:RespuestaLinea>.*?<\/siiR:RespuestaLinea>/gs)].map(([line]) =>
    [
      ...textsOf(line, 'EstadoRegistro').slice(0, 1),
      ...textsOf(line, 'CodigoErrorRegistro').slice(0, 1),
    ].join(' '),
  );
}
