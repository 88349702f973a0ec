import type { ChainLink } from 'verifactu-protocol/records/xml';
import type { SistemaInformatico } from 'verifactu-protocol/records/sistema-informatico';

export const SYSTEM: SistemaInformatico = {
  producerName: 'Software & Cía SL',
  producerNif: 'B12345674',
  systemName: 'Invoice engine',
  systemId: 'IE',
  version: '0.1.0',
  installationNumber: '1-B12345674',
  onlyVerifactu: true,
  multipleTaxpayersPossible: true,
  multipleTaxpayers: false,
};
export const GENERATED_AT = '2026-11-20T10:15:30+01:00';
export const PREVIOUS: ChainLink = {
  issuerNif: 'B12345674',
  number: 'A/0 & B',
  issueDate: '2026-11-19',
  hash: '0123456789ABCDEF'.repeat(4),
};

/** Returns the unescaped text of each element with the given name. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<si:${name}>([^<]*)</si:${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

/**
 * Returns the unescaped text of the only element with the given name, or null if there is none.
 * Throws if there are several.
 */
export function textOf(xml: string, name: string): string | null {
  const texts = textsOf(xml, name);
  if (texts.length > 1) throw new Error(`${texts.length} elements ${name}`);
  return texts[0] ?? null;
}
