/*
 * The columns of AEAT's book of issued invoices: «Formato electrónico común», edition 5.18, design
 * LSI 2025. The same columns hold the book of IVA (EXPEDIDAS) and the joint book of IVA and IRPF
 * (EXPEDIDAS_INGRESOS).
 */

/**
 * What a cell holds: a year, a code or other text, a day, an amount in euros, or a rate per cent.
 */
type ColumnKind = 'year' | 'text' | 'date' | 'amount' | 'rate';

type Column = {
  /** Letter in the sheet. */
  readonly letter: string;
  /** Name in JSON. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** Title in the first header row; null if the one on its left continues. */
  readonly title: string | null;
  /** Title in the second header row; absent if the first one covers both rows. */
  readonly subtitle?: string;
  /** Maximum number of characters of a text. */
  readonly most?: number;
  /** What the member of the JSON contains. */
  readonly about: string;
};

const COLLECTION = 'Cobro (Operación Criterio de Caja de IVA y/o artículo 7.2.1º de Reglamento del IRPF)';

export const BOOK_COLUMNS = [
  {
    letter: 'A',
    name: 'year',
    kind: 'year',
    title: 'Autoliquidación',
    subtitle: 'Ejercicio',
    about: 'Year of the operation date, or of the issue date.',
  },
  {
    letter: 'B',
    name: 'period',
    kind: 'text',
    title: null,
    subtitle: 'Periodo',
    most: 2,
    about: 'Quarter: `1T` to `4T`.',
  },
  {
    letter: 'C',
    name: 'activity_code',
    kind: 'text',
    title: 'Actividad',
    subtitle: 'Código',
    most: 1,
    about: "Activity code, from the issuer's profile.",
  },
  {
    letter: 'D',
    name: 'activity_type',
    kind: 'text',
    title: null,
    subtitle: 'Tipo',
    most: 2,
    about: "Activity type, from the issuer's profile.",
  },
  {
    letter: 'E',
    name: 'activity_group',
    kind: 'text',
    title: null,
    subtitle: 'Grupo o Epígrafe del IAE',
    most: 4,
    about: "Group or heading of the IAE, from the issuer's profile.",
  },
  {
    letter: 'F',
    name: 'invoice_type',
    kind: 'text',
    title: 'Tipo de Factura',
    most: 2,
    about: '`F1` to `F3`, `R1` to `R5`.',
  },
  {
    letter: 'G',
    name: 'income_concept',
    kind: 'text',
    title: 'Concepto de Ingreso',
    most: 3,
    about: "In the joint book, the concept of income, from the issuer's profile.",
  },
  {
    letter: 'H',
    name: 'computable_income',
    kind: 'amount',
    title: 'Ingreso Computable',
    about: 'In the joint book, the income.',
  },
  { letter: 'I', name: 'issue_date', kind: 'date', title: 'Fecha Expedición', about: 'Issue date.' },
  {
    letter: 'J',
    name: 'operation_date',
    kind: 'date',
    title: 'Fecha Operación',
    about: 'Operation date, if it is not the issue date.',
  },
  {
    letter: 'K',
    name: 'series',
    kind: 'text',
    title: 'Identificación de la Factura',
    subtitle: 'Serie',
    most: 20,
    about: 'What precedes the last 20 characters of a longer number.',
  },
  {
    letter: 'L',
    name: 'number',
    kind: 'text',
    title: null,
    subtitle: 'Número',
    most: 20,
    about: 'Number, or its last 20 characters.',
  },
  {
    letter: 'M',
    name: 'final_number',
    kind: 'text',
    title: null,
    subtitle: 'Número-Final',
    most: 20,
    about: 'Always blank, because simplified invoices are not summarised.',
  },
  {
    letter: 'N',
    name: 'recipient_document_type',
    kind: 'text',
    title: 'NIF Destinatario',
    subtitle: 'Tipo',
    most: 2,
    about: '`02` to `06` for a document that is no Spanish NIF.',
  },
  {
    letter: 'O',
    name: 'recipient_country',
    kind: 'text',
    title: null,
    subtitle: 'Código País',
    most: 2,
    about: 'Country of that document.',
  },
  {
    letter: 'P',
    name: 'recipient_document_number',
    kind: 'text',
    title: null,
    subtitle: 'Identificación',
    most: 20,
    about: 'Number of the document.',
  },
  {
    letter: 'Q',
    name: 'recipient_name',
    kind: 'text',
    title: 'Nombre Destinatario',
    most: 40,
    about: 'First 40 characters of the name.',
  },
  {
    letter: 'R',
    name: 'tax_regime',
    kind: 'text',
    title: 'Clave de Operación',
    most: 2,
    about: "AEAT's key of the operation.",
  },
  {
    letter: 'S',
    name: 'tax_operation_key',
    kind: 'text',
    title: 'Calificación de la Operación',
    most: 2,
    about: '`S1`, `S2`, `N1` or `N2`, unless the operation is exempt.',
  },
  {
    letter: 'T',
    name: 'tax_exemption_code',
    kind: 'text',
    title: 'Operación Exenta',
    most: 2,
    about: '`E1` to `E6` if the operation is exempt.',
  },
  {
    letter: 'U',
    name: 'total',
    kind: 'amount',
    title: 'Total Factura',
    about: 'Total of this row, not of the invoice.',
  },
  { letter: 'V', name: 'base', kind: 'amount', title: 'Base Imponible', about: 'Tax base.' },
  { letter: 'W', name: 'tax_rate', kind: 'rate', title: 'Tipo de IVA', about: 'Rate per cent.' },
  { letter: 'X', name: 'tax', kind: 'amount', title: 'Cuota IVA Repercutida', about: 'IVA.' },
  {
    letter: 'Y',
    name: 'equivalence_surcharge_rate',
    kind: 'rate',
    title: 'Tipo de Recargo Eq.',
    about: 'Rate of the recargo de equivalencia per cent.',
  },
  {
    letter: 'Z',
    name: 'equivalence_surcharge',
    kind: 'amount',
    title: 'Cuota Recargo Eq.',
    about: 'Recargo de equivalencia.',
  },
  {
    letter: 'AA',
    name: 'collection_date',
    kind: 'date',
    title: COLLECTION,
    subtitle: 'Fecha',
    about: 'Cash accounting: day of the collection.',
  },
  {
    letter: 'AB',
    name: 'collection_amount',
    kind: 'amount',
    title: null,
    subtitle: 'Importe',
    about: 'Cash accounting: amount with tax.',
  },
  {
    letter: 'AC',
    name: 'collection_means',
    kind: 'text',
    title: null,
    subtitle: 'Medio Utilizado',
    most: 2,
    about: 'Cash accounting: `01` to `05`.',
  },
  {
    letter: 'AD',
    name: 'collection_account',
    kind: 'text',
    title: null,
    subtitle: 'Identificación Medio Utilizado',
    most: 34,
    about: 'Cash accounting: account.',
  },
  {
    letter: 'AE',
    name: 'withholding_rate',
    kind: 'rate',
    title: 'Tipo Retención del IRPF',
    about: 'In the joint book, the rate of a retención, once per invoice.',
  },
  {
    letter: 'AF',
    name: 'withholding',
    kind: 'amount',
    title: 'Importe Retenido del IRPF',
    about: 'In the joint book, the amount of that retención.',
  },
  {
    letter: 'AG',
    name: 'billing_agreement',
    kind: 'text',
    title: 'Registro Acuerdo Facturación',
    most: 15,
    about: 'Always blank, because the engine does not know it.',
  },
  {
    letter: 'AH',
    name: 'property_situation',
    kind: 'text',
    title: 'Inmueble',
    subtitle: 'Situación',
    most: 1,
    about: "Situation of the rented property, from the issuer's profile.",
  },
  {
    letter: 'AI',
    name: 'cadastral_reference',
    kind: 'text',
    title: null,
    subtitle: 'Referencia Catastral',
    most: 20,
    about: "Its cadastral reference, from the issuer's profile.",
  },
  {
    letter: 'AJ',
    name: 'external_reference',
    kind: 'text',
    title: 'Referencia Externa',
    most: 40,
    about: 'Your `external_invoice_id`, if it has at most 40 characters.',
  },
] as const satisfies readonly Column[];

export type BookColumn = (typeof BOOK_COLUMNS)[number];
export type BookColumnName = BookColumn['name'];

/**
 * A row of the book. A column without a member is blank. Amounts and rates have two decimals after
 * a point, days are written `YYYY-MM-DD`.
 */
export type BookRow = Readonly<Partial<Record<BookColumnName, string>>>;

/** The books that contain the issued invoices: of IVA, or joint of IVA and IRPF. */
export const BOOKS = ['E', 'U'] as const;
export type Book = (typeof BOOKS)[number];
/** Names of their sheets. */
export const BOOK_SHEETS: Readonly<Record<Book, string>> = { E: 'EXPEDIDAS', U: 'EXPEDIDAS_INGRESOS' };
