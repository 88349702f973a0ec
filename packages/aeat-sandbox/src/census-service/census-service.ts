import { receiveLogged, withoutEffect } from '../http/logged-reception.ts';
import type { Sandbox } from '../http/sandbox.ts';
import type { RawMessage, Reception, SoapService } from '../http/soap-service.ts';
import { decodeMessage } from '../xml/decode-message.ts';
import { MessageFault } from '../xml/message-fault.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { writeSoapFault } from '../xml/write-envelope.ts';
import { answerQuestions } from './answer-questions.ts';
import { readQuestions, type Question } from './read-questions.ts';

/** The service numbers no refusals: V1 said -1 of everything. */
const INVALID_CODE = -1;
const INVALID = 'El XML no cumple el esquema';
const INTERNAL = 'Error interno';

type Read = { readonly questions: readonly Question[]; readonly refusal: MessageFault | null };

/** Opens VNifV2, the service that tells whether NIF and name belong together. */
export function openCensusService(sandbox: Sandbox): SoapService {
  return {
    name: 'census',
    receive: (raw) => receive(raw, sandbox),
    writeFault: writeCensusFault,
    methodFault: writeCensusFault(INVALID_CODE),
  };
}

/** @param code null for an internal error. */
function writeCensusFault(code: number | null, detail = ''): string {
  if (code === null) return writeSoapFault('Server', INTERNAL);
  return writeSoapFault('Client', `Codigo[${code}].${INVALID}${detail === '' ? '' : `: ${detail}`}`);
}

function receive(raw: RawMessage, sandbox: Sandbox): Reception {
  const { questions, refusal } = read(raw);
  return receiveLogged(
    {
      raw,
      kind: refusal ? null : 'consulta',
      service: 'census',
      operation: refusal ? null : 'VNifV2Ent',
      communication: null,
      nif: null,
      process: (fault) => {
        if (!refusal) {
          const { body, lines } = answerQuestions(questions, sandbox.census, fault);
          return withoutEffect({ status: 200, body }, { lines });
        }
        const body = writeCensusFault(INVALID_CODE, refusal.detail);
        const reply = { status: sandbox.settings.faultStatus, body };
        return withoutEffect(reply, { fault: { code: INVALID_CODE, text: INVALID } });
      },
    },
    sandbox,
  );
}

function read({ bytes, contentType }: RawMessage): Read {
  try {
    return { questions: readQuestions(parseXml(decodeMessage(bytes, contentType))), refusal: null };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return { questions: [], refusal: error };
  }
}
