import { openArchive } from './open-archive.ts';
import { prepareRow, nameColumn } from './row-xml.ts';
import {
  type CellStyle,
  closeSheetXml,
  listWorkbookParts,
  nameSheetPart,
  openSheetXml,
} from './workbook-parts.ts';

/** Rows of a sheet in XLSX. */
const MOST_ROWS = 1_048_576;
/** Height of a row of titles in points: three lines. */
const TITLE_HEIGHT = 45;

/** The cells of a row; one that is undefined is blank. */
export type Cells = readonly (string | undefined)[];

/** What a sheet is. */
export type SheetHead = {
  /** Up to 31 characters. */
  readonly name: string;
  readonly columns: readonly { readonly width: number; readonly style: CellStyle }[];
  /** The first rows, which stay in view. */
  readonly titles: readonly Cells[];
  /** Ranges of titles, such as `A1:B1`. */
  readonly merged: readonly string[];
};

/** A workbook in XLSX, whose sheets are written one after another. */
export type Workbook = {
  /** Begins a sheet, after the end of the one before. */
  readonly openSheet: (head: SheetHead) => Sheet;
  /** Ends the last sheet and the file. */
  readonly end: () => void;
};

export type Sheet = {
  /** Writes rows whose cells are as the styles of their columns want them (`prepareRow`). */
  readonly write: (rows: readonly Cells[]) => void;
  readonly end: () => void;
};

/**
 * Opens a workbook. The bytes leave with each call, so that only the names of the sheets are kept.
 * What a sheet has no room for is in another one, whose name ends in `_2`.
 */
export function openWorkbook(emit: (bytes: Uint8Array) => void): Workbook {
  const archive = openArchive(emit);
  const names: string[] = [];

  function openPart(head: SheetHead, name: string) {
    const { columns, titles, merged } = head;
    names.push(name);
    const file = archive.openFile(nameSheetPart(names.length));
    file.write(openSheetXml(columns, { frozenRows: titles.length, isFirst: names.length === 1 }));
    const writeTitles = prepareRow(
      columns.map(() => 'title'),
      TITLE_HEIGHT,
    );
    file.write(titles.map((cells, place) => writeTitles(place + 1, cells)).join(''));
    return {
      write: (text: string) => file.write(text),
      end() {
        file.write(closeSheetXml(merged, `A1:${nameColumn(columns.length - 1)}${MOST_ROWS}`));
        file.end();
      },
    };
  }

  return {
    openSheet(head) {
      const writeRow = prepareRow(head.columns.map(({ style }) => style));
      let parts = 1;
      let filled = head.titles.length;
      let part = openPart(head, head.name);
      return {
        write(rows) {
          let text = '';
          for (const cells of rows) {
            if (filled === MOST_ROWS) {
              part.write(text);
              part.end();
              text = '';
              parts += 1;
              filled = head.titles.length;
              part = openPart(head, `${head.name}_${parts}`);
            }
            filled += 1;
            text += writeRow(filled, cells);
          }
          part.write(text);
        },
        end: () => part.end(),
      };
    },
    end() {
      for (const { name, content } of listWorkbookParts(names)) {
        const file = archive.openFile(name);
        file.write(content);
        file.end();
      }
      archive.end();
    },
  };
}
