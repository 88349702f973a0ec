import { receiveLogged } from '../../http/logged-reception.ts';
import type { Sandbox } from '../../http/sandbox.ts';
import type { RawMessage, Reception, SoapService } from '../../http/soap-service.ts';
import { decodeMessage } from '../../xml/decode-message.ts';
import { findChild, findText } from '../../xml/element.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { readSiiMessage, type SiiAddress, type SiiMessage } from '../schema/read-message.ts';
import { answerSiiMessage } from './answer-message.ts';
import { isRemission } from './register.ts';
import { writeSiiFault } from './write-sii-fault.ts';

/** What SII calls what the reader of XML refuses with codes of VERI*FACTU. */
const CODES_OF_XML: ReadonlyMap<number, number> = new Map([
  [102, 4103],
  [4119, 4126],
  [4138, 4103],
]);
const WRONG_ADDRESS = 4124;

type Read = { readonly message: SiiMessage | null; readonly refusal: MessageFault | null };

/** Opens the service of SII at one of its two addresses. */
export function openSiiService(sandbox: Sandbox, address: SiiAddress): SoapService {
  return {
    name: 'sii',
    receive: (raw) => receive(raw, address, sandbox),
    writeFault: writeSiiFault,
    methodFault: writeSiiFault(WRONG_ADDRESS),
  };
}

function receive(raw: RawMessage, address: SiiAddress, sandbox: Sandbox): Reception {
  const read = readMessage(raw, address);
  const header = findChild(read.message?.body, 'Cabecera');
  const operation = read.message?.operation ?? null;
  return receiveLogged(
    {
      raw,
      kind: operation && (isRemission(operation) ? 'remission' : 'consulta'),
      service: 'sii',
      operation,
      communication: findText(header, 'TipoComunicacion'),
      nif: findText(findChild(header, 'Titular'), 'NIF'),
      process: (fault, sequence) => answerSiiMessage({ ...read, fault, sequence, raw, sandbox }),
    },
    sandbox,
  );
}

/** Reads a message as far as possible. */
function readMessage({ bytes, contentType }: RawMessage, address: SiiAddress): Read {
  try {
    const message = readSiiMessage(parseXml(decodeMessage(bytes, contentType)), address);
    const [finding] = message.findings;
    return {
      message,
      refusal: finding ? new MessageFault(finding.code, finding.code === 4102 ? finding.field : '') : null,
    };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    const code = CODES_OF_XML.get(error.code) ?? error.code;
    return { message: null, refusal: new MessageFault(code, error.detail) };
  }
}
