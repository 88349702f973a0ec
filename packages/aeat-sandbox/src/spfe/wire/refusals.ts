import { writeSoapFault } from '../../xml/write-envelope.ts';

/* The codes of this stand-in. AEAT had published none on 9 October 2026. */

/** The refusals of a whole request, SPFE-FAULT-01 to 05. */
export const FAULTS = {
  count: 1,
  malformed: 2,
  certificate: 3,
  representation: 4,
  period: 5,
} as const;
const FAULT_TEXTS: Readonly<Record<number, string>> = {
  0: 'Error interno del servicio',
  [FAULTS.count]: 'El número de documentos no está permitido',
  [FAULTS.malformed]: 'El mensaje no es correcto',
  [FAULTS.certificate]: 'El certificado no corresponde al remitente o no se reconoce',
  [FAULTS.representation]: 'No consta apoderamiento para la consulta',
  [FAULTS.period]: 'El período abarca más de un ejercicio',
};

/** The verdicts about a document, SPFE-GEN-01 to 13. */
export const GEN = {
  invalid: 1,
  issuerNif: 2,
  recipientNif: 3,
  unknown: 4,
  copyExists: 5,
  originalExists: 6,
  notRepresented: 7,
  size: 8,
  withdrawn: 9,
  reported: 10,
  nothingToCancel: 11,
  twice: 12,
  wrongSide: 13,
} as const;
export type GenCode = (typeof GEN)[keyof typeof GEN];
const GEN_TEXTS: Readonly<Record<number, string>> = {
  [GEN.invalid]: 'El documento no cumple el esquema UBL 2.5 o el anexo I o II',
  [GEN.issuerNif]: 'El NIF del emisor no es correcto',
  [GEN.recipientNif]: 'El NIF del destinatario no es correcto',
  [GEN.unknown]: 'La factura no consta',
  [GEN.copyExists]: 'Ya existe una copia de la factura',
  [GEN.originalExists]: 'Ya existe el original de la factura',
  [GEN.notRepresented]: 'El remitente no representa al emisor',
  [GEN.size]: 'El documento supera 5.120 kB',
  [GEN.withdrawn]: 'La factura está dada de baja',
  [GEN.reported]: 'El estado ya consta comunicado',
  [GEN.nothingToCancel]: 'No consta el estado que se anula',
  [GEN.twice]: 'La factura figura más de una vez en el mensaje',
  [GEN.wrongSide]: 'El mensaje no corresponde a esta parte o a este servicio',
};

/** Every text ends with this, because none of them is AEAT's. */
const SOURCE = '(texto del simulador)';

export function nameGen(code: number): string {
  return `SPFE-GEN-${String(code).padStart(2, '0')}`;
}

/** Returns the text of a verdict with what it concerns, such as a term of Annex I. */
export function describeGen(code: number, detail = ''): string {
  return describe(GEN_TEXTS[code] ?? 'Error', detail);
}

export function describeFault(code: number, detail = ''): string {
  return describe(FAULT_TEXTS[code] ?? 'Error', detail);
}

/** Writes a SOAP Fault. @param code null for an internal error, SPFE-FAULT-00. */
export function writeSpfeFault(code: number | null, detail = ''): string {
  const name = `SPFE-FAULT-${String(code ?? 0).padStart(2, '0')}`;
  return writeSoapFault(code === null ? 'Server' : 'Client', `${name}: ${describeFault(code ?? 0, detail)}`);
}

function describe(text: string, detail: string): string {
  return `${text} ${SOURCE}${detail === '' ? '' : `: ${detail}`}`;
}
