import type { CensusEntries } from '../../../../src/taxpayers/census-file.ts';
import type { Content } from '../../../../src/sii/records/content.ts';
import { byInvoice, byOperation, type Draft, foreigner } from '../write-sii.ts';

/** A record that breaks a rule, and the nearest one that breaks none. */
export type RuleCase = {
  readonly code: number;
  readonly what: string;
  readonly broken: Draft;
  readonly allowed?: Draft;
  readonly communication?: string;
  /** Set if what breaks the rule cannot but break others, too. */
  readonly also?: true;
};

/** The census of the cases. */
export const CENSUS: CensusEntries = {
  taxpayers: [
    { nif: '12345678Z', name: 'GARCIA LOPEZ ANA' },
    { nif: '00000001R', name: 'PERSONA SIN CENSO', state: 'unregistered' },
    { nif: 'K1234567L', name: 'MENOR GIL EVA' },
  ],
  unknown: ['B87654323', 'DE999999999'],
  agreements: ['AC-1'],
  sii: [{ nif: 'B12345674', period: 'month', from: '2026-02-01' }],
};

type Members = NonNullable<Draft['invoice']>;

/** Builds a record with some members of FacturaExpedida; what is undefined is left out. */
export function invoice(members: Members, rest: Omit<Draft, 'invoice'> = {}): Draft {
  return { ...rest, invoice: members };
}

/** Builds a record with some keys, the principal one first. */
export function keyed(keys: readonly string[], members: Members = {}): Draft {
  return invoice({
    ClaveRegimenEspecialOTrascendencia: keys[0],
    ClaveRegimenEspecialOTrascendenciaAdicional1: keys[1],
    ClaveRegimenEspecialOTrascendenciaAdicional2: keys[2],
    ...members,
  });
}

/** Builds a record of a type that has no recipient. */
export function simplified(type: string, members: Members = {}, rest: Omit<Draft, 'invoice'> = {}): Draft {
  return invoice({ TipoFactura: type, Contraparte: undefined, ...members }, rest);
}

/** Builds a record with one block; ImporteTotal is left out. */
export function blocks(block: Content, members: Members = {}): Draft {
  return invoice({ ImporteTotal: undefined, TipoDesglose: byInvoice(block), ...members });
}

/** Builds an export to a party outside the Union. */
export function abroad(parts: Content, members: Members = {}): Draft {
  return invoice({
    ImporteTotal: undefined,
    Contraparte: foreigner('04', '1', 'CL'),
    TipoDesglose: byOperation(parts),
    ...members,
  });
}

export function party(Contraparte: Content, members: Members = {}): Draft {
  return invoice({ Contraparte, ...members });
}

/** Builds a rectification of a type. */
export function rectification(members: Members = {}): Draft {
  return invoice({ TipoFactura: 'R1', TipoRectificativa: 'I', ...members });
}

export const AMOUNT: Content = { BaseRectificada: '100.00', CuotaRectificada: '21.00' };
