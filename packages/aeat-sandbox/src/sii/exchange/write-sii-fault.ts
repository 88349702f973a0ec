import { writeSoapFault } from '../../xml/write-envelope.ts';
import { describeSiiCode } from '../rules/code-texts.ts';

/** The technical codes, after which the same message may be sent again. */
const SERVER_CODES: ReadonlySet<number> = new Set([
  3500, 3501, 3502, 4103, 4107, 4110, 4112, 4113, 4115, 4121, 4127, 4128,
]);

/**
 * Writes a SOAP Fault of SII: `Codigo[4102].text`.
 * @param code null for an internal error, which has no code.
 */
export function writeSiiFault(code: number | null, detail = ''): string {
  if (code === null) return writeSoapFault('Server', describeSiiCode(0));
  const blamed = SERVER_CODES.has(code) ? 'Server' : 'Client';
  return writeSoapFault(blamed, `Codigo[${code}].${describeSiiCode(code, detail)}`);
}
