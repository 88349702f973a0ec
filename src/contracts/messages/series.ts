import { defineTexts } from './texts.ts';

/** What is wrong with the series of an invoice, and with a series itself. */
export const SERIES = defineTexts({
  series: { en: 'Series', es: 'Serie' },

  series_code: { en: 'Code of the series', es: 'Código de la serie' },

  // The series of an invoice.
  series_beside_number: {
    en: "can't be given together with number_serie: the series gives the number when the invoice is issued",
    es: 'no puede enviarse junto con number_serie: la serie da el número al expedir la factura',
  },
  unknown_series: {
    en: '{code} does not exist for the issuer {nif}: create it with PUT /api/v2/series/{code}, or state number_serie',
    es: '{code} no existe para el emisor {nif}: créela con PUT /api/v2/series/{code} o indique number_serie',
  },
  closed_series: {
    en: '{code} is closed: name another series, or open it again with PUT /api/v2/series/{code}',
    es: '{code} está cerrada: indique otra serie o vuelva a abrirla con PUT /api/v2/series/{code}',
  },
  series_without_type: {
    en: '{code} is for {allowed}, not for {type}: name a series with this type; rectifying invoices have a series of their own (RD 1619/2012 art. 6.1.a)',
    es: '{code} es para {allowed}, no para {type}: indique una serie con este tipo; las rectificativas llevan una serie propia (art. 6.1.a RD 1619/2012)',
  },
  before_series: {
    en: '{code} begins with the year {year}: an invoice of an earlier year needs another series or number_serie',
    es: '{code} empieza en el año {year}: una factura de un año anterior necesita otra serie o number_serie',
  },
  number_of_series: {
    en: 'is a number of the series {code}: name the series instead, which gives its numbers without gaps, or state a number that its pattern {pattern} does not give',
    es: 'es un número de la serie {code}: indique en su lugar la serie, que da sus números sin huecos, o un número que no corresponda a su patrón {pattern}',
  },

  // A series.
  wrong_series_code: {
    en: 'must have 1 to 20 letters, digits, full stops, hyphens or underscores, and begin with a letter or a digit',
    es: 'debe tener de 1 a 20 letras, cifras, puntos, guiones o guiones bajos, y empezar por una letra o una cifra',
  },
  unknown_pattern_part: {
    en: 'can contain {parts} (6: the least number of digits, 1 to 12); no other braces',
    es: 'puede contener {parts} (6: el mínimo de cifras, de 1 a 12); ninguna otra llave',
  },
  pattern_without_counter: {
    en: 'must contain the counter once, for example as {example}',
    es: 'debe contener el contador una vez, por ejemplo como {example}',
  },
  pattern_with_several_parts: {
    en: 'must not contain the counter or the year more than once',
    es: 'no debe contener el contador ni el año más de una vez',
  },
  long_pattern: {
    en: 'gives numbers of more than {most} characters: a counter can have 12 digits',
    es: 'da números de más de {most} caracteres: un contador puede tener 12 cifras',
  },
  overlapping_series: {
    en: 'could give the same numbers as the series {code} of this issuer ({pattern}): begin it with {start}, for example',
    es: 'podría dar los mismos números que la serie {code} de este emisor ({pattern}): empiece, por ejemplo, con {start}',
  },
  mixed_series_types: {
    en: 'must be rectifying types (R1 to R5) or others, not both: rectifying invoices have a series of their own (RD 1619/2012 art. 6.1.a)',
    es: 'deben ser tipos de rectificativa (R1 a R5) u otros, pero no ambos: las rectificativas llevan una serie propia (art. 6.1.a RD 1619/2012)',
  },
  used_series: {
    en: "can't change, because the series has given numbers: close it and create another one",
    es: 'no puede cambiar, porque la serie ya ha dado números: ciérrela y cree otra',
  },
  start_of_used_numbers: {
    en: 'must be at least {least}, because the issuer has already used the number {number}',
    es: 'debe ser como mínimo {least}, porque el emisor ya ha utilizado el número {number}',
  },
  start_year_without_year: {
    en: 'must be blank, because the pattern has no year',
    es: 'debe quedar en blanco, porque el patrón no tiene año',
  },
  many_series_of_issuer: {
    en: 'are too many: an issuer can have {most}',
    es: 'son demasiadas: un emisor puede tener {most}',
  },
  many_series: {
    en: 'are too many: an organization can have {most}',
    es: 'son demasiadas: una organización puede tener {most}',
  },
});
