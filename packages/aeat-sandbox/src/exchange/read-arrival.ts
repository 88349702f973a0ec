import type { RawMessage } from '../http/soap-service.ts';
import { readRecord } from '../records/read-record.ts';
import { nameChain, type SifRecord } from '../records/record.ts';
import { hashBytes } from '../registry/hash-bytes.ts';
import { readEnvelope, readObligado, type OpenedMessage } from '../schema/open-envelope.ts';
import { findChild, findText } from '../xml/element.ts';
import { decodeMessage } from '../xml/decode-message.ts';
import { MessageFault } from '../xml/message-fault.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { listRecords } from './remit.ts';

/** A received message, read as far as possible. */
export type Arrival = {
  readonly bytes: number;
  readonly sha256: string;
  readonly presenter: string | null;
  /** null if it is not a message of this service. */
  readonly opened: OpenedMessage | null;
  /** The fault for which AEAT refuses the whole message before it reads the header. */
  readonly refusal: MessageFault | null;
  readonly nif: string | null;
  readonly hasIncident: boolean;
  readonly records: readonly SifRecord[];
  readonly chains: readonly string[];
};

/**
 * Reads a message without judging its header or its records. Never throws a MessageFault: the fault
 * is in `refusal`.
 */
export function readArrival({ bytes, contentType, presenter }: RawMessage): Arrival {
  const raw = {
    bytes: bytes.length,
    sha256: hashBytes(bytes),
    presenter,
  };
  try {
    const opened = readEnvelope(parseXml(decodeMessage(bytes, contentType)));
    const refusal = findRefusal(opened);
    const records = refusal ? [] : listRecords(opened).map(readRecord);
    return { ...raw, opened, refusal, ...readOutline(opened), records, chains: listChains(records) };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return {
      ...raw,
      opened: null,
      refusal: error,
      nif: null,
      hasIncident: false,
      records: [],
      chains: [],
    };
  }
}

/** Finds an element outside the records that the schema does not allow. */
function findRefusal({ findings }: OpenedMessage): MessageFault | null {
  const finding = findings.find(({ record }) => record === null);
  if (!finding) return null;
  return new MessageFault(finding.code, finding.code === 4102 ? finding.field : '');
}

function readOutline(opened: OpenedMessage): { nif: string | null; hasIncident: boolean } {
  const voluntary = findChild(findChild(opened.body, 'Cabecera'), 'RemisionVoluntaria');
  return { nif: readObligado(opened), hasIncident: findText(voluntary, 'Incidencia') === 'S' };
}

function listChains(records: readonly SifRecord[]): string[] {
  return [...new Set(records.map(nameChain))];
}
