import { escapeXml } from 'verifactu-protocol/records/xml';

/*
 * The parts of an XLSX file beside its sheets (ECMA-376, part 1, 12.3, and part 2): the list of the
 * parts, their relationships, the names of the sheets, and the styles of cells.
 */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of cells, in the order of `cellXfs`. */
export const CELL_STYLES = ['number', 'text', 'amount', 'date', 'title'] as const;
export type CellStyle = (typeof CELL_STYLES)[number];

/** The formats of numbers that are not built in start here (18.8.30). */
const DATE_FORMAT = 164;
const FORMATS: Readonly<Record<CellStyle, number>> = {
  number: 0,
  // '@': what is typed into such a cell stays text.
  text: 49,
  // '0.00', shown with the decimal separator of the reader.
  amount: 2,
  date: DATE_FORMAT,
  title: 0,
};

const CELLS = CELL_STYLES.map((style) =>
  style === 'title'
    ? '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>'
    : `<xf numFmtId="${FORMATS[style]}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
);
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const STYLES = `${DECLARATION}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="${DATE_FORMAT}" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELLS.length}">${CELLS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A part of the file. */
type Part = { readonly name: string; readonly content: string };

/** Returns the path of a sheet, which has a number from 1. */
export function nameSheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** Returns all parts of a workbook except its sheets, which have these names, in order. */
export function listWorkbookParts(names: readonly string[]): Part[] {
  const numbers = names.map((_name, place) => place + 1);
  const types = numbers.map((number) => describePart(nameSheetPart(number), 'worksheet'));
  const sheets = names.map(
    (name, place) => `<sheet name="${escapeXml(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  const links = numbers.map((number) => relate(number, 'worksheet', `/${nameSheetPart(number)}`));
  return [
    { name: 'xl/styles.xml', content: STYLES },
    {
      name: 'xl/workbook.xml',
      content: `${DECLARATION}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: writeRelationships([...links, relate(names.length + 1, 'styles', '/xl/styles.xml')]),
    },
    { name: '_rels/.rels', content: writeRelationships([relate(1, 'officeDocument', '/xl/workbook.xml')]) },
    {
      name: '[Content_Types].xml',
      content: `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${describePart('xl/workbook.xml', 'sheet.main')}${describePart('xl/styles.xml', 'styles')}${types.join('')}</Types>`,
    },
  ];
}

function describePart(name: string, type: string): string {
  return `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`;
}

function relate(number: number, type: string, target: string): string {
  return `<Relationship Id="rId${number}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
}

function writeRelationships(relationships: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`;
}

/** What precedes the rows of a sheet. Columns have a width in characters and a style. */
export function openSheetXml(
  columns: readonly { readonly width: number; readonly style: CellStyle }[],
  { frozenRows, isFirst }: { readonly frozenRows: number; readonly isFirst: boolean },
): string {
  const cols = columns.map(
    ({ width, style }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${width}" style="${CELL_STYLES.indexOf(style)}" customWidth="1"/>`,
  );
  return `${DECLARATION}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`;
}

/**
 * What follows the rows of a sheet. @param merged ranges such as `A1:B1`. @param range of the cells
 * whose texts may look like numbers: Excel does not mark them as errors.
 */
export function closeSheetXml(merged: readonly string[], range: string): string {
  const cells = merged.map((each) => `<mergeCell ref="${each}"/>`).join('');
  const merging = merged.length === 0 ? '' : `<mergeCells count="${merged.length}">${cells}</mergeCells>`;
  return `</sheetData>${merging}<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
