import { codeColour, TABLE_COLUMNS, type CellRole, type Role, type TableName } from './roles.ts';
import { GREY, INK } from './accent.ts';

/** Returns the CSS declaration of a text in the ink colour. */
function ink(role: Role): string {
  return `color: ${codeColour(INK, role)};`;
}

/** Returns the CSS declaration of a grey text. */
export function grey(role: Role): string {
  return `color: ${codeColour(GREY, role)};`;
}

/**
 * Columns with notes, counted from 0: concept, price, tax and amount. Tax follows the discount, or
 * takes its column when there is none; the amount follows the tax, and the surcharge if there is
 * one.
 */
const NOTED: Readonly<Record<TableName, readonly number[]>> = { lines: [0, 2, 3, 4, 5, 6], taxes: [0] };

/**
 * Returns the CSS class of a cell. Selectors that count the cells of a row would cost Chromium a
 * twentieth more time for an invoice of 40 lines.
 */
function nameClass({ table, row, column }: CellRole): string {
  return `${table}-${row}-${column}`;
}

/** The CSS classes of the cells of a table's rows. */
type CellClasses = Readonly<Record<CellRole['row'], readonly string[]>>;

function listClasses(table: TableName): CellClasses {
  const list = (row: CellRole['row']): string[] => listCells(table, row).map(nameClass);
  return { head: list('head'), odd: list('odd'), even: list('even') };
}

function listCells(table: TableName, row: CellRole['row']): CellRole[] {
  return Array.from({ length: TABLE_COLUMNS[table] }, (_, column) => ({ table, row, column }));
}

/** Every cell has the class of its column and its kind of row. Odd and even rows alternate. */
export const CELL_CLASSES = { lines: listClasses('lines'), taxes: listClasses('taxes') } as const;

function buildTableStyles(table: TableName): string[] {
  const heads = listCells(table, 'head').map((cell) => `.${nameClass(cell)} { ${grey(cell)} }`);
  const cells = [...listCells(table, 'odd'), ...listCells(table, 'even')].flatMap((cell) => {
    const note = `.${nameClass(cell)} .note { ${grey(cell)} }`;
    return [`.${nameClass(cell)} { ${ink(cell)} }`, ...(NOTED[table].includes(cell.column) ? [note] : [])];
  });
  return [...heads, ...cells];
}

/**
 * The roles of the texts of an invoice. They are the only text colours; a text without a role would
 * be read as a separate paragraph.
 */
export const ROLE_STYLES = `
html { ${ink('text')} }
h1 { color: var(--accent-title); }
h2 { ${grey('heading')} }
.issuer > div:nth-child(even), .party > div:nth-child(odd), .how > div:nth-child(odd), .paid { ${ink('nextText')} }
.contact > div { ${grey('aside')} }
.contact > div:nth-child(even) { ${grey('nextAside')} }
.qr [lang] { ${ink('law')} }
.qr span[lang] { ${ink('caption')} }
.qr .beside { ${grey('text')} }
.qr span.beside { ${grey('translation')} }
.reference dt { ${grey('label')} }
.reference dd { ${ink('value')} }
.annulled { ${ink('nextText')} }
.description, .footer-note { ${ink('aside')} }
.mentions p { ${grey('translation')} }
.mentions [lang] { ${grey('law')} }
.mentions p:nth-child(even)[lang], .mentions p:nth-child(even) [lang] { ${grey('nextLaw')} }
.sum, .instalment { ${ink('label')} }
.sum .note { ${grey('label')} }
.sum .figure, .instalment .figure { ${ink('value')} }
.payable .sum { color: var(--accent-label); }
.payable .sum .figure { color: var(--accent-value); }
footer { ${grey('nextAside')} }
${[...buildTableStyles('lines'), ...buildTableStyles('taxes')].join('\n')}
.lines .carried td { ${ink('artifact')} }
`;
