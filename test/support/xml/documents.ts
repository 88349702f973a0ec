import { readdirSync } from 'node:fs';
import { chainOf } from '../../../packages/aeat-sandbox/test/support/sandbox.ts';
import { ISSUER } from '../../../packages/aeat-sandbox/test/support/records.ts';
import { writeConsulta, writeRemission } from '../../../packages/aeat-sandbox/test/support/write-message.ts';
import {
  writeAnswer,
  writeConsultaAnswer,
  writeFault,
  writeLine,
} from '../../../packages/verifactu/test/support/messages.ts';
import { hasSharedFacts, readShared, sharedPath } from '../../domain/support/shared-facts.ts';

const REFUSED =
  '<R:CodigoErrorRegistro>1110</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>Peña &amp; Gil</R:DescripcionErrorRegistro>';

/** Returns AEAT's sample messages of one kind; none if they are not present. */
function readSamples(kind: 'request' | 'response'): string[] {
  if (!hasSharedFacts) return [];
  const names = readdirSync(sharedPath('samples')).filter((name) => name.endsWith(`.${kind}.xml`));
  return names.map((name) => readShared(`samples/${name}`));
}

export const MESSAGES: readonly string[] = [
  writeRemission({ nif: ISSUER, name: 'Peña & Gil <SL>' }, chainOf([{}, { kind: 'Anulacion' }])),
  writeConsulta({ nif: ISSUER, period: '11-2026' }),
  ...readSamples('request'),
];

export const ANSWERS: readonly string[] = [
  writeAnswer([writeLine(), writeLine({ number: 'A/2', state: 'Incorrecto', rest: REFUSED })]),
  writeConsultaAnswer(''),
  writeFault('env:Client', 'Codigo[4104].Peña &amp; Gil'),
  ...readSamples('response'),
];
