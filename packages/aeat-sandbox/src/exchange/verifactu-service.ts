import type { Sandbox } from '../http/sandbox.ts';
import type { RawMessage, Reception, SoapService } from '../http/soap-service.ts';
import { answerArrival, recordArrival } from './answer-arrival.ts';
import { writeFault } from './answer-fault.ts';
import { readArrival } from './read-arrival.ts';

/** AEAT's internal error. */
const INTERNAL_ERROR = 20_009;
const NO_GET = 4135;

/** Opens the service of VERI*FACTU: remissions and queries. */
export function openVerifactuService(sandbox: Sandbox): SoapService {
  return {
    name: 'verifactu',
    receive: (message) => receive(message, sandbox),
    writeFault: (code) => writeFault(code ?? INTERNAL_ERROR),
    methodFault: writeFault(NO_GET),
  };
}

function receive(message: RawMessage, sandbox: Sandbox): Reception {
  const arrival = readArrival(message);
  const operation = arrival.opened?.operation ?? null;
  // A message that gets no answer starts no wait.
  let waitSeconds: number | null = null;
  return {
    kind: operation && (operation === 'RegFactuSistemaFacturacion' ? 'remission' : 'consulta'),
    nif: arrival.nif,
    drop: (fault) => recordArrival(arrival, fault, sandbox.desk()),
    answer: (fault) => {
      const { waitSeconds: told, ...reply } = answerArrival(arrival, fault, sandbox.desk());
      waitSeconds = told;
      return reply;
    },
    end: (sequence, { at, delivered, isAnswer }) =>
      sandbox.office.recordAnswer(sequence, {
        at,
        delivered,
        waitSeconds: isAnswer ? waitSeconds : null,
      }),
  };
}
