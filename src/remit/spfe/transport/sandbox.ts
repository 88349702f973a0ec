import { randomUUID } from 'node:crypto';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { UnknownReason } from 'verifactu-protocol/client/outcome';
import { readXml } from 'verifactu-protocol/client/read-xml';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { XmlElement } from 'verifactu-protocol/remission/xml-element';
import {
  buildQuestion,
  MOST_EVENTS,
  MOST_QUESTIONS,
  type Named,
} from '../../../domain/spfe/messages/build-message.ts';
import { readFound, readSubmission } from '../../../domain/spfe/messages/document-status.ts';
import { type ServiceName, writeEnvelope } from '../../../domain/spfe/messages/envelope.ts';
import { type Part, writeMultipart } from '../../../domain/spfe/messages/multipart.ts';
import { readResponse } from './read-response.ts';
import type { NotSentReason, SpfeOutcome, SpfeTransport } from './spfe-transport.ts';

/*
 * The transport of the stand-in, packages/aeat-sandbox: our own reading of what AEAT has shown on
 * slides, and no statement about its service.
 */

const MIB = 1024 * 1024;
/** 1000 documents with all of their events have about 4 MB and 100,000 tags. */
const MAX_BYTES = { status: 20 * MIB, files: 600 * MIB } as const;
const MARKUP_OF_STATUS = 1_000_000;
const NEVER_ENDS = () => Infinity;

export type SandboxOptions = {
  readonly client: AeatClient;
  /** SPFE_URL. */
  readonly url: string;
  /** Whose certificate the client presents. */
  readonly sender: Named;
  readonly now: () => Date;
};

type Request = {
  readonly documents: readonly Buffer[];
  readonly properties?: Readonly<Record<string, string>>;
  readonly leaseLeftMs?: () => number;
  readonly maxBytes?: number;
};

/** Builds the transport over a client, which it closes. */
export function buildSandbox({ client, url, sender, now }: SandboxOptions): SpfeTransport {
  async function ask<Answer>(
    service: ServiceName,
    { documents, properties = {}, leaseLeftMs = NEVER_ENDS, maxBytes = MAX_BYTES.status }: Request,
    read: (parts: readonly Part[]) => Answer | null,
  ): Promise<SpfeOutcome<Answer>> {
    const messageId = `${randomUUID()}@invoice-batch-engine`;
    const parts = documents.map((body, at): Part => ({
      id: `document-${at + 1}@${messageId}`,
      contentType: 'application/xml',
      body,
    }));
    const envelope = writeEnvelope({
      service,
      messageId,
      conversationId: messageId,
      sentAt: now(),
      from: sender.nif,
      properties,
      parts: parts.map(({ id }) => id),
    });
    const root = {
      id: `root@${messageId}`,
      contentType: 'text/xml; charset=utf-8',
      body: Buffer.from(envelope),
    };
    const message = writeMultipart(root, parts, `part-${randomUUID()}`);
    const content = { ...message, accept: 'multipart/related, text/xml', maxAnswerBytes: maxBytes };
    const response = await client.post(addressOf(url, service), content, leaseLeftMs);
    if (response.kind === 'response')
      return readResponse(response, { messageId, mostParts: MOST_EVENTS }, read);
    const { reason, detail, sent, raw } = response;
    if (!sent) return { kind: 'not_sent', reason: explain(reason), detail };
    return { kind: 'unknown', reason, detail, raw: raw === null ? null : Buffer.from(raw) };
  }

  const question = (codes: readonly InvoiceIdentity[], most: number) =>
    Buffer.from(buildQuestion({ id: randomUUID(), sentAt: now(), sender }, codes, most));

  return {
    send: (documents, leaseLeftMs) =>
      ask('SendInvoiceSOAP', { documents, leaseLeftMs }, readStatus(readSubmission)),
    cancel: (message, leaseLeftMs) =>
      ask('CancelInvoiceSOAP', { documents: [message], leaseLeftMs }, readStatus(readSubmission)),
    report: (message, leaseLeftMs) =>
      ask('SupplierInvoiceEventsSOAP', { documents: [message], leaseLeftMs }, readStatus(readSubmission)),
    find: (codes) =>
      ask('GetInvoicesSOAP', { documents: [question(codes, MOST_QUESTIONS)] }, readStatus(readFound)),
    list({ from, to }, page) {
      const properties = {
        Role: 'supplier',
        InvoiceCompanyID: sender.nif,
        RegistrationStartDate: from,
        RegistrationEndDate: to,
        ...(page === null ? {} : { SequenceID: page }),
      };
      return ask('GetRegisteredInvoiceSOAP', { documents: [], properties }, readStatus(readFound));
    },
    download: (codes) =>
      ask(
        'DownloadInvoicesByIDSOAP',
        { documents: [question(codes, MOST_EVENTS)], maxBytes: MAX_BYTES.files },
        (parts) => parts.map(({ body }) => body),
      ),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

function addressOf(url: string, service: ServiceName): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${service}`;
  return address;
}

/** Reads an answer that is one DocumentStatus. */
const readStatus =
  <Answer>(read: (root: XmlElement) => Answer | null) =>
  ([part, ...others]: readonly Part[]): Answer | null => {
    if (part === undefined || others.length > 0) return null;
    const root = readXml(part.body, part.contentType, { maxMarkup: MARKUP_OF_STATUS });
    return typeof root === 'string' ? null : read(root);
  };

/** Why no byte of a message was sent. */
function explain(reason: UnknownReason): NotSentReason {
  if (reason === 'tls') return 'tls';
  return reason === 'late' || reason === 'aborted' ? 'late' : 'unreachable';
}
