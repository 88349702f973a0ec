import { describeCode } from '../rules/code-texts.ts';
import { writeSoapFault } from '../xml/write-envelope.ts';

/** The codes of AEAT's server errors, after which the same message may be sent again. */
const SERVER_CODES: ReadonlySet<number> = new Set([3500, 3501, 4108, 4110, 4111, 4128]);

/**
 * Returns the origin of a fault: `Client` if the message must be changed, `Server` if the same
 * message may be sent again.
 */
function blame(code: number): 'Client' | 'Server' {
  return code < 1000 || code > 9999 || SERVER_CODES.has(code) ? 'Server' : 'Client';
}

/** Writes a SOAP 1.1 Fault as AEAT does: `Codigo[4104].text`. */
export function writeFault(code: number, detail = ''): string {
  return writeSoapFault(blame(code), `Codigo[${code}].${describeCode(code, detail)}`);
}
