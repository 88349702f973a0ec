import { UnexpectedPdfError } from './pdf-file.ts';
import type { Paint, Role } from '../template/roles.ts';

/*
 * Adds marked content to a page. Skia writes one operator per line, and a text from `BT` to `ET`;
 * only the operators between texts are interpreted. Marked content begins and ends between these,
 * never within a path, and in the same graphics state (`q`, `Q`).
 */

/** Decides how the pieces of a page are marked. */
export type Tagger = {
  /** Returns the operator that begins a text of this role, or null when the text is an artifact. */
  readonly beginText: (role: Role) => string | null;
  /** Returns the operator that begins an image, or null when the image is an artifact. */
  readonly beginPicture: () => string | null;
};

const BEGIN_ARTIFACT = '/Artifact BMC\n';
const END = 'EMC\n';
const COLOUR = /^([\d.]+) ([\d.]+) ([\d.]+) RG \1 \2 \3 rg$/;

/**
 * The current colour: the role that is encoded in the colour of the render batch, and the operator
 * of the colour to write.
 */
type State = { readonly role: Role; readonly operator: string };

const INITIAL: State = { role: 'text', operator: '' };

function formatColour(colour: number): string {
  const parts = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]
    .map((part) => Math.round((part / 255) * 10_000) / 10_000)
    .join(' ');
  return `${parts} RG ${parts} rg\n`;
}

function readColour(line: string, readPaint: (coded: number) => Paint): State {
  const parts = COLOUR.exec(line)?.slice(1);
  if (parts === undefined) throw new UnexpectedPdfError('A page sets a colour in an unexpected form');
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round(Number(part) * 255));
  const { colour, role } = readPaint((red << 16) | (green << 8) | blue);
  return { role, operator: formatColour(colour) };
}

/** Parses a colour operator. */
type ColourReader = (line: string) => State;

/** Maximum number of remembered colours. Emoji fonts may have thousands; the template has fifty. */
const MAX_COLOURS = 500;

/** Opens a reader of colours with a cache. */
export function openColourReader(readPaint: (coded: number) => Paint): ColourReader {
  const colours = new Map<string, State>();
  return (line) => {
    const known = colours.get(line);
    if (known !== undefined) return known;
    if (colours.size === MAX_COLOURS) colours.clear();
    const read = readColour(line, readPaint);
    colours.set(line, read);
    return read;
  };
}

/** Opens a tagger of page contents. */
export function openContentTagger(
  recallColour: ColourReader,
  { beginText, beginPicture }: Tagger,
): (content: string) => string {
  return (content) => {
    const written: string[] = [];
    const saved: State[] = [];
    let state = INITIAL;
    let open: Role | null = null;
    let pathStart: number | null = null;
    /** Everything before this index has been written. */
    let from = 0;

    const insert = (at: number, text: string): void => {
      written.push(content.slice(from, at), text);
      from = at;
    };
    const close = (at: number): void => {
      if (open !== null) insert(at, END);
      open = null;
    };
    const openAs = (at: number, role: Role): void => {
      if (open === role) return;
      close(at);
      insert(at, (role === 'artifact' ? null : beginText(role)) ?? BEGIN_ARTIFACT);
      open = role;
    };
    const takePath = (): number => {
      if (pathStart === null) throw new UnexpectedPdfError('A page paints a path that does not begin');
      const start = pathStart;
      pathStart = null;
      return start;
    };

    for (let at = 0, next = 0; at < content.length; at = next) {
      if (content.startsWith('BT\n', at)) {
        openAs(at, state.role);
        next = content.indexOf('\nET\n', at) + 4;
        if (next < at) throw new UnexpectedPdfError('A text of a page does not end');
        continue;
      }
      const end = content.indexOf('\n', at);
      if (end < 0) throw new UnexpectedPdfError('A page does not end with a line');
      next = end + 1;
      const operator = content.slice(Math.max(at, content.lastIndexOf(' ', end) + 1), end);
      switch (operator) {
        case 'q': {
          close(at);
          saved.push(state);
          break;
        }
        case 'Q': {
          close(at);
          const before = saved.pop();
          if (before === undefined) throw new UnexpectedPdfError('A page restores what it did not save');
          state = before;
          break;
        }
        case 'rg': {
          const before = state.operator;
          state = recallColour(content.slice(at, end));
          insert(at, state.operator === before ? '' : state.operator);
          from = next;
          break;
        }
        // A pattern, used by glyphs with several colours.
        case 'scn': {
          state = { role: 'text', operator: content.slice(at, next) };
          break;
        }
        case 're':
        case 'm': {
          pathStart ??= at;
          break;
        }
        case 'f':
        case 'f*':
        case 'S':
        case 'B':
        case 'B*': {
          openAs(takePath(), 'artifact');
          break;
        }
        // A clipping path.
        case 'n': {
          takePath();
          break;
        }
        case 'Do': {
          close(at);
          insert(at, beginPicture() ?? BEGIN_ARTIFACT);
          insert(next, END);
          break;
        }
        case 'l':
        case 'c':
        case 'y':
        case 'h':
        case 'cm':
        case 'gs':
        case 'w':
        case 'J':
        case 'j':
        case 'M':
        case 'd': {
          break;
        }
        default: {
          throw new UnexpectedPdfError('A page uses an unknown painting operator');
        }
      }
    }
    close(content.length);
    if (saved.length > 0) throw new UnexpectedPdfError('A page saves what it does not restore');
    written.push(content.slice(from));
    return written.join('');
  };
}
