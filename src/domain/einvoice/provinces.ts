/** The provinces of Spain, and Ceuta and Melilla, by the first two digits of their postal codes. */
const PROVINCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '01': 'Araba/Álava',
    '02': 'Albacete',
    '03': 'Alicante/Alacant',
    '04': 'Almería',
    '05': 'Ávila',
    '06': 'Badajoz',
    '07': 'Illes Balears',
    '08': 'Barcelona',
    '09': 'Burgos',
    '10': 'Cáceres',
    '11': 'Cádiz',
    '12': 'Castellón/Castelló',
    '13': 'Ciudad Real',
    '14': 'Córdoba',
    '15': 'A Coruña',
    '16': 'Cuenca',
    '17': 'Girona',
    '18': 'Granada',
    '19': 'Guadalajara',
    '20': 'Gipuzkoa',
    '21': 'Huelva',
    '22': 'Huesca',
    '23': 'Jaén',
    '24': 'León',
    '25': 'Lleida',
    '26': 'La Rioja',
    '27': 'Lugo',
    '28': 'Madrid',
    '29': 'Málaga',
    '30': 'Murcia',
    '31': 'Navarra',
    '32': 'Ourense',
    '33': 'Asturias',
    '34': 'Palencia',
    '35': 'Las Palmas',
    '36': 'Pontevedra',
    '37': 'Salamanca',
    '38': 'Santa Cruz de Tenerife',
    '39': 'Cantabria',
    '40': 'Segovia',
    '41': 'Sevilla',
    '42': 'Soria',
    '43': 'Tarragona',
    '44': 'Teruel',
    '45': 'Toledo',
    '46': 'Valencia/València',
    '47': 'Valladolid',
    '48': 'Bizkaia',
    '49': 'Zamora',
    '50': 'Zaragoza',
    '51': 'Ceuta',
    '52': 'Melilla',
  }),
);

const SPANISH_POSTAL_CODE = /^[0-9]{5}$/;
/**
 * The Canary Islands, Ceuta and Melilla, where VAT does not apply (Directive 2006/112/EC, art. 6).
 */
const OUTSIDE_VAT = new Set(['35', '38', '51', '52']);

/** Returns the province of a Spanish postal code; null if the text is no such code. */
export function provinceOf(postalCode: string | null): string | null {
  if (postalCode === null || !SPANISH_POSTAL_CODE.test(postalCode)) return null;
  return PROVINCES.get(postalCode.slice(0, 2)) ?? null;
}

/**
 * Returns whether a Spanish address is outside the territory of VAT: in the Canary Islands, Ceuta
 * or Melilla.
 */
export function isOutsideVatTerritory(countryCode: string, postalCode: string | null): boolean {
  return countryCode === 'ES' && provinceOf(postalCode) !== null && OUTSIDE_VAT.has(postalCode!.slice(0, 2));
}
