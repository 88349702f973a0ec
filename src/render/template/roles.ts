/*
 * The role of each text of a page is encoded in the two low bits of red, green and blue of its
 * colour. The style sheet writes the roles; the splitter reads them and restores the intended
 * colour. The difference is invisible, and no text of an invoice can set a colour.
 */

/**
 * Texts outside of tables. Consecutive paragraphs have different roles, because consecutive texts
 * of the same role form one paragraph.
 */
const TEXT_ROLES = [
  'text',
  'nextText',
  'aside',
  'nextAside',
  // Repeated content or decoration.
  'artifact',
  'title',
  'heading',
  // Labels of dates and sums.
  'label',
  'value',
  // Spanish texts on pages of any language: the caption below the QR code, and legal texts. Their
  // translations belong to the same paragraph.
  'caption',
  'law',
  'nextLaw',
  'translation',
] as const;

/** Each column of a table has its own roles. Consecutive rows have different roles. */
const CELL_ROWS = ['head', 'odd', 'even'] as const;

/** Maximum number of columns of each table. */
export const TABLE_COLUMNS = { lines: 7, taxes: 7 } as const;

export type TableName = keyof typeof TABLE_COLUMNS;
export type TextRole = (typeof TEXT_ROLES)[number];
/** The role of a table cell. Columns count from 0. */
export type CellRole = {
  readonly table: TableName;
  readonly row: (typeof CELL_ROWS)[number];
  readonly column: number;
};
export type Role = TextRole | CellRole;

/** The roles by code. A code without a role is not an error; its text is plain text. */
const ROLES: readonly Role[] = [
  ...TEXT_ROLES,
  ...(['lines', 'taxes'] as const).flatMap((table) =>
    CELL_ROWS.flatMap((row) =>
      Array.from({ length: TABLE_COLUMNS[table] }, (_, column) => ({ table, row, column })),
    ),
  ),
];

const CODES = new Map(ROLES.map((role, code) => [nameRole(role), code]));
const CODE_BITS = 0x03_03_03;

function nameRole(role: Role): string {
  return typeof role === 'string' ? role : `${role.table} ${role.row} ${role.column}`;
}

function readColour(colour: string): number {
  return Number.parseInt(colour.slice(1), 16);
}

/** Returns a colour such as `#1a5276` with an encoded role. */
export function codeColour(colour: string, role: Role): string {
  const code = CODES.get(nameRole(role));
  if (code === undefined) throw new Error('The role has no code');
  const bits = ((code >> 4) << 16) | (((code >> 2) & 3) << 8) | (code & 3);
  const coded = (readColour(colour) & ~CODE_BITS) | bits;
  return `#${coded.toString(16).padStart(6, '0')}`;
}

/**
 * A decoded colour of a render batch: the intended colour as a number, and the role of a text in
 * it.
 */
export type Paint = { readonly colour: number; readonly role: Role };

/**
 * Creates a decoder of the colours of a render batch in which only the given colours carry roles.
 * Other colours are returned unchanged.
 */
export function openPalette(colours: readonly string[]): (coded: number) => Paint {
  const meant = new Map(colours.map(readColour).map((colour) => [colour & ~CODE_BITS, colour]));
  return (coded) => {
    const colour = meant.get(coded & ~CODE_BITS);
    if (colour === undefined) return { colour: coded, role: 'text' };
    const code = ((coded >> 16) & 3) * 16 + ((coded >> 8) & 3) * 4 + (coded & 3);
    return { colour, role: ROLES[code] ?? 'text' };
  };
}
