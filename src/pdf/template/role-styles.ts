import { codeColour, TABLE_COLUMNS, type CellRole, type Role, type TableName } from '../tagging/roles.ts';
import { GREY, INK } from './accent.ts';

/** The declaration of the ink of a text. */
function ink(role: Role): string {
  return `color: ${codeColour(INK, role)};`;
}

/** The declaration of the grey of a text. */
export function grey(role: Role): string {
  return `color: ${codeColour(GREY, role)};`;
}

/** Columns with notes, counted from 0: concept, and tax, which stands behind the discount or in its place. */
const NOTED: Readonly<Record<TableName, readonly number[]>> = { lines: [0, 3, 4], taxes: [0] };

/** Every second row is of the class `even`: rows of other kinds stand between them, and those that are cut keep theirs. */
function buildTableStyles(table: TableName): string[] {
  const columns = Array.from({ length: TABLE_COLUMNS[table] }, (_, column) => column);
  const select = (row: CellRole['row'], column: number): string =>
    `.${table} ${row === 'even' ? '.even ' : ''}${row === 'head' ? 'th' : 'td'}:nth-child(${column + 1})`;
  return (['head', 'odd', 'even'] as const).flatMap((row) =>
    columns.flatMap((column) => {
      const cell = select(row, column);
      const role = { table, row, column };
      if (row === 'head') return [`${cell} { ${grey(role)} }`];
      const note = `${cell} .note { ${grey(role)} }`;
      return [`${cell} { ${ink(role)} }`, ...(NOTED[table].includes(column) ? [note] : [])];
    }),
  );
}

/** Roles of the texts of an invoice. They are the only colours of texts: one that had none would be read as a paragraph of its own. */
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
.sum { ${ink('label')} }
.sum .note { ${grey('label')} }
.sum .figure { ${ink('value')} }
.payable .sum { color: var(--accent-label); }
.payable .sum .figure { color: var(--accent-value); }
footer { ${grey('nextAside')} }
${[...buildTableStyles('lines'), ...buildTableStyles('taxes')].join('\n')}
.lines .carried td { ${ink('artifact')} }
`;
