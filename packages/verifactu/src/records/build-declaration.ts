import type { SistemaInformatico } from './sistema-informatico.ts';

export type DeclarationInput = {
  readonly software: Omit<SistemaInformatico, 'installationNumber' | 'multipleTaxpayers'>;
  /** Point d): of what the system consists, hardware and software, and what it does. */
  readonly components: string;
  /** A remark in point e), on the use in VERI*FACTU mode only; absent if there is none. */
  readonly remarkOnUse?: string;
  readonly producerAddress: string;
  /** Town and country. */
  readonly place: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
};

function formatFlag(flag: boolean): string {
  return flag ? 'Sí.' : 'No.';
}

const STATEMENT =
  'La persona o entidad productora hace constar que este sistema informático de facturación, en la versión indicada, cumple con lo dispuesto en el ' +
  'artículo 29.2.j) de la Ley 58/2003, de 17 de diciembre, General Tributaria, en el Reglamento que establece los requisitos que deben adoptar los ' +
  'sistemas y programas informáticos o electrónicos que soporten los procesos de facturación de empresarios y profesionales, y la estandarización de ' +
  'formatos de los registros de facturación, aprobado por el Real Decreto 1007/2023, de 5 de diciembre, en la Orden HAC/1177/2024, de 17 de octubre, y ' +
  'en la sede electrónica de la Agencia Estatal de Administración Tributaria para todo aquello que complete las especificaciones de dicha orden.';

/**
 * Writes the declaración responsable as plain text in Spanish: the title and the labelled points a)
 * to l) in the order of article 15 of Orden HAC/1177/2024. The producer is responsible for its
 * content.
 */
export function buildDeclaration(input: DeclarationInput): string {
  const { software, components, remarkOnUse, producerAddress, place, date } = input;
  const points: readonly (readonly [label: string, text: string])[] = [
    ['Nombre del sistema informático', software.systemName],
    ['Código identificador del sistema informático (IdSistemaInformatico)', software.systemId],
    ['Identificador completo de la versión concreta', software.version],
    ['Componentes, hardware y software, de que consta, y principales funcionalidades', components],
    [
      'Indicación de si solo puede funcionar exclusivamente como «VERI*FACTU»',
      [formatFlag(software.onlyVerifactu), remarkOnUse].filter(Boolean).join(' '),
    ],
    [
      'Indicación de si permite ser usado por varios obligados tributarios o por un mismo usuario para varios',
      formatFlag(software.multipleTaxpayersPossible),
    ],
    [
      'Tipos de firma utilizados para firmar los registros de facturación y de evento',
      'Ninguno: el sistema funciona exclusivamente como «VERI*FACTU», modalidad en la que los registros no se firman.',
    ],
    ['Nombre y apellidos o razón social de la persona o entidad productora', software.producerName],
    ['Número de identificación fiscal (NIF) de la persona o entidad productora', software.producerNif],
    ['Dirección postal completa de contacto de la persona o entidad productora', producerAddress],
    ['Cumplimiento', STATEMENT],
    ['Fecha y lugar en que se suscribe', `${formatDay(date)}, en ${place}.`],
  ];
  const body = points.map(([label, text], index) => `${'abcdefghijkl'[index]}) ${label}:\n   ${text}`);
  return ['DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN', ...body, ''].join('\n\n');
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

function formatDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day} de ${MONTHS[month! - 1]} de ${year}`;
}
