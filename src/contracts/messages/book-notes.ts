import { defineTexts } from './texts.ts';

/**
 * The notes on the book of issued invoices: what AEAT's format has no place for, and what has to be
 * checked before the book is used. The code of a note follows `book_`.
 */
export const BOOK_NOTES = defineTexts({
  book_annulled: {
    en: 'Annulled on {day}: it is not in the book. If a book with this invoice was delivered before, correct that one (RIVA, art. 70)',
    es: 'Anulada el {day}: no figura en el libro. Si ya se entregó un libro con esta factura, rectifíquelo (RIVA, art. 70)',
  },
  book_other_book: {
    en: 'Issued in the period of the book, but its operation is of {day}: it is not in this book, but in that of quarter {period} of {year}',
    es: 'Expedida en el período del libro, pero su operación es del {day}: no figura en este libro, sino en el del trimestre {period} de {year}',
  },
  book_annulment_refused: {
    en: 'It was annulled on {day}, but AEAT refused the annulment: it stays in the book',
    es: 'Se anuló el {day}, pero la AEAT rechazó la anulación: sigue en el libro',
  },
  book_rejected: {
    en: 'AEAT rejected its registration record or its entry in SII: it is in the book, because it was issued. Correct it (resend)',
    es: 'La AEAT rechazó su registro de facturación o su anotación en el SII: figura en el libro porque se expidió. Subsánelo (resend)',
  },
  book_long_number: {
    en: 'Its number {number} has more than 40 characters: columns K and L have the first and the last 20 of them, and column AJ the last 40',
    es: 'Su número {number} tiene más de 40 caracteres: las columnas K y L tienen los 20 primeros y los 20 últimos, y la columna AJ los 40 últimos',
  },
  book_shortened_name: {
    en: 'The name of the recipient has more than 40 characters, of which column Q has the first: {name}',
    es: 'El nombre del destinatario tiene más de 40 caracteres, de los que la columna Q tiene los primeros: {name}',
  },
  book_further_recipients: {
    en: 'It has {count} recipients, of which the book names the first',
    es: 'Tiene {count} destinatarios, de los que el libro nombra el primero',
  },
  book_not_registered: {
    en: 'The NIF {number} of the recipient is not in the census of AEAT',
    es: 'El NIF {number} del destinatario no está en el censo de la AEAT',
  },
  book_other_tax: {
    en: 'Its {tax} of {amount} EUR has no column: the row states the base as not subject to IVA',
    es: 'Su {tax} de {amount} EUR no tiene columna: la fila indica la base como no sujeta al IVA',
  },
  book_cost_base: {
    en: 'Regime 06: the tax is that of the base at cost, {amount} EUR, so it is not the base multiplied by the rate',
    es: 'Régimen 06: la cuota es la de la base a coste, {amount} EUR, por lo que no es la base por el tipo',
  },
  book_collections_unknown: {
    en: 'Cash accounting: the engine does not know its collections. Add a row for each with columns AA to AD',
    es: 'Criterio de caja: el motor no conoce sus cobros. Añada una fila por cada uno con las columnas AA a AD',
  },
  book_property_unknown: {
    en: 'Rent of premises: the profile of the issuer has no property for columns AH and AI',
    es: 'Arrendamiento de local: el perfil del emisor no tiene inmueble para las columnas AH y AI',
  },
  book_withholding_without_row: {
    en: 'The retención of {rate} % ({amount} EUR) has no row: the invoice has more rates of retención than rows',
    es: 'La retención del {rate} % ({amount} EUR) no tiene fila: la factura tiene más tipos de retención que filas',
  },
  book_earlier_quarter: {
    en: 'It replaces invoice {number} of an earlier quarter: Pre303 does not count the row with the negative amounts of that one. Check the return',
    es: 'Sustituye a la factura {number} de un trimestre anterior: Pre303 no cuenta la fila con los importes negativos de aquella. Revise la autoliquidación',
  },
  book_original_elsewhere: {
    en: 'It replaces invoice {number} of {day}, which was not issued here: add that one with negative amounts',
    es: 'Sustituye a la factura {number} del {day}, que no se expidió aquí: añada aquella con importes negativos',
  },
  book_original_annulled: {
    en: 'It replaces invoice {number} of {day}, which is annulled: neither that one nor its negative amounts are in the book',
    es: 'Sustituye a la factura {number} del {day}, que está anulada: ni aquella ni sus importes negativos figuran en el libro',
  },
  book_replaced_differs: {
    en: 'It states that it replaces a base of {stated} EUR, but the invoices that it replaces have {found} EUR, which the rows with negative amounts contain',
    es: 'Indica que sustituye una base de {stated} EUR, pero las facturas que sustituye tienen {found} EUR, que son los de las filas con importes negativos',
  },
  book_activity_unknown: {
    en: 'Columns C to E are blank: the profile of the issuer has no activity (npm run engine -- org issuer --book-activity)',
    es: 'Las columnas C a E están en blanco: el perfil del emisor no tiene actividad (npm run engine -- org issuer --book-activity)',
  },
  book_income_concept_unknown: {
    en: 'Column G is blank: the profile of the issuer has no concept of income (npm run engine -- org issuer --book-income)',
    es: 'La columna G está en blanco: el perfil del emisor no tiene concepto de ingreso (npm run engine -- org issuer --book-income)',
  },
  book_partial_year: {
    en: 'The book does not reach from 1 January to the end of a quarter, as Pre303 and form 130 need it: it is only for reading',
    es: 'El libro no abarca desde el 1 de enero hasta el final de un trimestre, como necesitan Pre303 y el modelo 130: solo sirve de consulta',
  },
});

type CodeOf<Key> = Key extends `book_${infer Code}` ? Code : never;
export type BookNoteCode = CodeOf<keyof typeof BOOK_NOTES>;

/** The codes of notes, as answers state them. */
export const BOOK_NOTE_CODES = Object.keys(BOOK_NOTES).map((key) =>
  key.replace(/^book_/, ''),
) as BookNoteCode[];
