import { describe, expect, it } from 'vitest';
import { UnexpectedPdfError } from '../../../src/render/postprocess/pdf-file.ts';
import { codeColour, openPalette, type Role } from '../../../src/render/template/roles.ts';
import { openColourReader, openContentTagger } from '../../../src/render/postprocess/tag-content.ts';
import { GREY, INK } from '../../../src/render/template/accent.ts';

const tag = openContentTagger(openColourReader(openPalette([INK, GREY])), {
  beginText: (role) => `/${typeof role === 'string' ? role : `${role.row}${role.column}`} BDC\n`,
  beginPicture: () => '/picture BDC\n',
});

/** The operator that Skia writes for a colour: four decimals, no zero before the point. */
function paint(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const text = parts
    .map((part) =>
      part
        .toFixed(4)
        .replace(/^0(?=\.)/, '')
        .replace(/\.?0+$/, ''),
    )
    .join(' ');
  return `${text} RG ${text} rg\n`;
}

const ink = (role: Role): string => paint(codeColour(INK, role));
const grey = (role: Role): string => paint(codeColour(GREY, role));
const text = (letters: string): string => `BT\n/F4 10 Tf\n<${letters}> Tj\nET\n`;
const COLOURS = { [INK]: '0.0863 0.0941 0.1137', [GREY]: '0.3333 0.3333 0.3333' };
const plain = (colour: keyof typeof COLOURS): string => `${COLOURS[colour]} RG ${COLOURS[colour]} rg\n`;

describe('the tagged contents of a page', () => {
  it('have one mark for consecutive texts of the same role and the original colours', () => {
    const cell: Role = { table: 'lines', row: 'odd', column: 2 };
    const content = [
      ink('label'),
      text('01'),
      grey('label'),
      text('02'),
      grey(cell),
      text('03'),
      ink('value'),
      text('04'),
    ];
    expect(tag(content.join(''))).toBe(
      [
        plain(INK),
        '/label BDC\n',
        text('01'),
        plain(GREY),
        text('02'),
        'EMC\n',
        '/odd2 BDC\n',
        text('03'),
        plain(INK),
        'EMC\n',
        '/value BDC\n',
        text('04'),
        'EMC\n',
      ].join(''),
    );
  });

  it('mark painted paths, from the beginning of the path, and texts in the margins as artifacts', () => {
    const content = `${ink('text')}1 2 3 4 re\nW n\n${text('01')}1 2 3 4 re\n5 6 7 8 re\nf\n${grey('artifact')}${text('02')}0 0 m\n1 1 l\nS\n`;
    expect(tag(content)).toBe(
      `${plain(INK)}1 2 3 4 re\nW n\n/text BDC\n${text('01')}EMC\n/Artifact BMC\n1 2 3 4 re\n5 6 7 8 re\nf\n${plain(GREY)}${text('02')}0 0 m\n1 1 l\nS\nEMC\n`,
    );
  });

  it('have marks within each saved state, and restoring the state restores colour and role', () => {
    const content = `${ink('text')}q\n${grey('law')}${text('01')}Q\n${text('02')}q\n3 0 0 3 0 0 cm\n/X5 Do\nQ\n${ink('text')}${text('03')}`;
    expect(tag(content)).toBe(
      `${plain(INK)}q\n${plain(GREY)}/law BDC\n${text('01')}EMC\nQ\n/text BDC\n${text('02')}EMC\nq\n3 0 0 3 0 0 cm\n/picture BDC\n/X5 Do\nEMC\nQ\n/text BDC\n${text('03')}EMC\n`,
    );
  });

  it('mark letters in a colour pattern as text or artifacts', () => {
    const pattern = '/Pattern CS/Pattern cs/P5 SCN/P5 scn\n';
    expect(
      tag(`${ink('label')}${pattern}0 0 m\n1 1 2 2 y\nh\nf\n${text('01')}${ink('label')}${text('02')}`),
    ).toBe(
      `${plain(INK)}${pattern}/Artifact BMC\n0 0 m\n1 1 2 2 y\nh\nf\nEMC\n/text BDC\n${text('01')}${plain(INK)}EMC\n/label BDC\n${text('02')}EMC\n`,
    );
  });

  it.each([
    ['an unterminated text', 'BT\n<01> Tj\n'],
    ['an unterminated last line', 'q\nQ'],
    ['a path without a beginning', 'f\n'],
    ['a clip without a path', 'W n\n'],
    ['a restored state that was not saved', 'Q\n'],
    ['a state that is never restored', 'q\n'],
    ['a colour in another form', '0 0 0 rg\n'],
    ['different colours for filling and for lines', '0 0 0 RG 1 0 0 rg\n'],
    ['marks of another program', '/P <</MCID 0>> BDC\nEMC\n'],
    ['a shading', '/Sh0 sh\n'],
    ['an inline picture', 'BI\n/W 1\nID\nx\nEI\n'],
  ])('are refused if they contain %s', (_, content) => {
    expect(() => tag(content)).toThrow(UnexpectedPdfError);
  });
});
