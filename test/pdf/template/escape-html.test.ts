import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, html } from '../../../src/pdf/template/escape-html.ts';

/** What a browser makes of text with these five entities: the reverse of escaping. */
function readEntities(markup: string): string {
  const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const;
  return markup.replaceAll(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => characters[name as keyof typeof characters],
  );
}

describe('the html tag', () => {
  it('leaves no character of a text that could open a tag, an entity or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = html`<a title="${text}">${text}</a>`.markup;
        const shown = escapeHtml(text);
        expect(shown).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(readEntities(shown)).toBe(text);
        expect(escaped).toBe(`<a title="${shown}">${shown}</a>`);
      }),
    );
  });

  it('keeps markup made by itself, joins lists of it and prints nothing for null and false', () => {
    const items = ['<b>', '&'].map((text) => html`<li>${text}</li>`);
    expect(
      html`<ul>
        ${items}${null}${false}${3}
      </ul>`.markup,
    ).toBe('<ul><li>&lt;b&gt;</li><li>&amp;</li>3</ul>');
  });

  it('does not trust an object that only looks like markup', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as ReturnType<typeof html>;
    expect(() => html`<p>${forged}</p>`).toThrow(TypeError);
  });

  it('drops the line breaks and indents of the source and no blank inside a line', () => {
    expect(html`<p>one ${'two  three'} four</p>`.markup).toBe('<p>one two  three four</p>');
  });
});
