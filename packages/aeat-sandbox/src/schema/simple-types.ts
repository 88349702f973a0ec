import { isDateTime } from './date-time.ts';
import type { SimpleType } from './model.ts';

/*
 * The simple types of VERI*FACTU's SuministroInformacion.xsd, of which those of SII differ in part
 * (sii/schema/values.ts). `\d` of XML Schema is any decimal digit of Unicode.
 */

/** Builds a type for a text whose length is counted in characters, not in UTF-16 code units. */
export function text(max: number, min = 0): SimpleType {
  return simple((value) => {
    if (value.length <= max) return value.length >= min;
    return value.length <= max * 2 && countCharacters(value) <= max;
  });
}

/** Builds a type that accepts exactly these texts. */
export function oneOf(...values: readonly string[]): SimpleType {
  const legal = new Set(values);
  return simple((value) => legal.has(value));
}

/** Builds a type for the texts that match an expression, which must be anchored at both ends. */
export function pattern(expression: RegExp): SimpleType {
  return simple((value) => expression.test(value));
}

/** Counts a surrogate pair as one character. */
function countCharacters(value: string): number {
  return value.length - (value.match(/[\uD800-\uDBFF]/g)?.length ?? 0);
}

function simple(accepts: (text: string) => boolean): SimpleType {
  return { kind: 'simple', accepts };
}

const COUNTRIES =
  'AF AL DE AD AO AI AQ AG SA DZ AR AM AW AU AT AZ BS BH BD BB BE BZ BJ BM BY BO BA BW BV BR BN BG BF BI BT CV KY KH CM CA CF CC CO KM ' +
  'CG CD CK KP KR CI CR HR CU TD CZ CL CN CY CW DK DM DO EC EG AE ER SK SI ES US EE ET FO PH FI FJ FR GA GM GE GS GH GI GD GR GL GU GT ' +
  'GG GN GQ GW GY HT HM HN HK HU IN ID IR IQ IE IM IS IL IT JM JP JE JO KZ KE KG KI KW LA LS LV LB LR LY LI LT LU XG MO MK MG MY MW MV ' +
  'ML MT FK MP MA MH MU MR YT UM MX FM MD MC MN ME MS MZ MM NA NR CX NP NI NE NG NU NF NO NC NZ IO OM NL BQ PK PW PA PG PY PE PN PF PL ' +
  'PT PR QA GB RW RO RU RE SB SV WS AS KN SM SX PM VC SH LC ST SN RS SC SL SG SY SO LK SZ ZA SD SS SE CH SR TH TW TZ TJ PS TF TL TG TK ' +
  'TO TT TN TC TM TR TV UA UG UY UZ VU VA VE VN VG VI WF YE DJ ZM ZW QU XB XU XN';

export const NIF = simple((value) => countCharacters(value) === 9);
export const DATE = pattern(/^\p{Nd}{2}-\p{Nd}{2}-\p{Nd}{4}$/u);
export const DATE_TIME = simple(isDateTime);
export const YEAR = pattern(/^\p{Nd}{4}$/u);
export const MONTH = oneOf('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12');
export const AMOUNT = pattern(/^[+-]?\p{Nd}{1,12}(?:\.\p{Nd}{0,2})?$/u);
export const RATE = pattern(/^\p{Nd}{1,3}(?:\.\p{Nd}{0,2})?$/u);
export const YES_NO = oneOf('S', 'N');
export const YES = oneOf('S');
export const COUNTRY_CODES = COUNTRIES.split(' ');
export const COUNTRY = oneOf(...COUNTRY_CODES);
export const ID_TYPE = oneOf('02', '03', '04', '05', '06', '07');
export const VERSION = oneOf('1.0');
