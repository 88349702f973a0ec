import type { TextItem } from './read-pdf.ts';

/** Ascent and descent as multiples of the font size, without the room between lines. */
const ASCENT = 0.7;
const DESCENT = 0.15;
/** The overlap of neighbouring letters that is allowed, in points. */
const TOUCH = 0.3;

function isVisible({ text, width }: TextItem): boolean {
  return text.trim() !== '' && width > 0;
}

function overlap(one: TextItem, other: TextItem): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const top = Math.min(one.y + ASCENT * one.fontSize, other.y + ASCENT * other.fontSize);
  const bottom = Math.max(one.y - DESCENT * one.fontSize, other.y - DESCENT * other.fontSize);
  return across > TOUCH && top - bottom > TOUCH;
}

/** Returns the pairs of words of a page that overlap. */
export function findOverlaps(items: readonly TextItem[]): string[] {
  const visible = items.filter(isVisible);
  return visible.flatMap((item, index) =>
    visible
      .slice(index + 1)
      .filter((other) => overlap(item, other))
      .map((other) => `${item.text} × ${other.text}`),
  );
}

/** Returns the words outside an area. */
export function findOutside(
  items: readonly TextItem[],
  area: { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number },
): string[] {
  return items
    .filter(isVisible)
    .filter(
      ({ x, y, width }) => x < area.left - 1 || x + width > area.right + 1 || y < area.bottom || y > area.top,
    )
    .map(({ text }) => text);
}
