import { COUNTRY_CODES, oneOf, pattern } from '../../schema/simple-types.ts';

/* The simple types of SII's SuministroInformacion.xsd that VERI*FACTU's does not have. */

/** AEAT's pattern, in which `|` is a character like the letters. */
export const NIF = pattern(/^(?:[a-z|A-Z]\p{Nd}{7}[a-z|A-Z]|\p{Nd}{8}[a-z|A-Z]|[a-z|A-Z]\p{Nd}{8})$/u);
export const VERSION = oneOf('1.1');
export const COMMUNICATION = oneOf('A0', 'A1', 'A4', 'A5', 'A6');
export const PERIOD = oneOf(...'01 02 03 04 05 06 07 08 09 10 11 12 0A 1T 2T 3T 4T'.split(' '));
export const INVOICE_TYPE = oneOf(...'F1 F2 R1 R2 R3 R4 R5 F3 F4 F5 F6 LC AJ'.split(' '));
/** The blank is one of the values. */
export const RECTIFICATION = oneOf('S', 'I', ' ');
/** L3.1: the keys of special regimes of issued invoices. */
export const KEY = oneOf(...'01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17'.split(' '));
export const EXEMPTION = oneOf('E1', 'E2', 'E3', 'E4', 'E5', 'E6');
export const TAXABLE_KIND = oneOf('S1', 'S2', 'S3');
export const SITUATION = oneOf('1', '2', '3', '4');
export const MEANS = oneOf('01', '02', '03', '04', '05');
export const MATCHING = oneOf('1', '2', '3', '4', '5');
/** VERI*FACTU's list without Réunion. */
export const COUNTRY = oneOf(...COUNTRY_CODES.filter((code) => code !== 'RE'));
/** xs:double, around which white space is allowed. */
export const DOUBLE = pattern(
  /^[ \t\r\n]*(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)[ \t\r\n]*$/,
);
