/*
 * What each text of a page is, told by the low two bits of red, green and blue of its colour: the style sheet writes roles there, the splitter reads
 * them and gives the text the colour that is meant. Nobody sees the difference, and no text of an invoice can set a colour.
 */

/** Texts outside of tables. Paragraphs that follow each other have different roles: what has the same one is one paragraph. */
const TEXT_ROLES = [
  'text',
  'nextText',
  'aside',
  'nextAside',
  // What is repeated, or decoration.
  'artifact',
  'title',
  'heading',
  // Of dates and sums.
  'label',
  'value',
  // In Spanish on pages of any language: of the QR, which stands below it, and of the law. The translation belongs to the same paragraph.
  'caption',
  'law',
  'nextLaw',
  'translation',
] as const;

/** Each column of a table has its own roles; a row has others than the row before it. */
const CELL_ROWS = ['head', 'odd', 'even'] as const;

/** Columns that each table may have. */
export const TABLE_COLUMNS = { lines: 6, taxes: 4 } as const;

export type TableName = keyof typeof TABLE_COLUMNS;
export type TextRole = (typeof TEXT_ROLES)[number];
/** Columns count from 0. */
export type CellRole = {
  readonly table: TableName;
  readonly row: (typeof CELL_ROWS)[number];
  readonly column: number;
};
export type Role = TextRole | CellRole;

/** Every role at the place of its code; a code without one is no error, its text is plain text. */
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

/** A colour as `#1a5276`, with a role written into it. */
export function codeColour(colour: string, role: Role): string {
  const code = CODES.get(nameRole(role));
  if (code === undefined) throw new Error('The role has no code');
  const bits = ((code >> 4) << 16) | (((code >> 2) & 3) << 8) | (code & 3);
  const coded = (readColour(colour) & ~CODE_BITS) | bits;
  return `#${coded.toString(16).padStart(6, '0')}`;
}

/** A colour of a render batch, as a number: what it stands for on the page, and the role of a text that has it. */
export type Paint = { readonly colour: number; readonly role: Role };

/** Reads colours of a render batch in which only these colours have roles in them. What is none of them is taken as it is. */
export function openPalette(colours: readonly string[]): (coded: number) => Paint {
  const meant = new Map(colours.map(readColour).map((colour) => [colour & ~CODE_BITS, colour]));
  return (coded) => {
    const colour = meant.get(coded & ~CODE_BITS);
    if (colour === undefined) return { colour: coded, role: 'text' };
    const code = ((coded >> 16) & 3) * 16 + ((coded >> 8) & 3) * 4 + (coded & 3);
    return { colour, role: ROLES[code] ?? 'text' };
  };
}
