import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHtmlTag, type Html, type HtmlValue } from '#src/domain/html/html-template.ts';

/** Not called `html`, because the formatter rewrites templates of that name. */
const piece = createHtmlTag({ prepareTemplate: (text) => text, prepareText: (text) => text });

/** Texts that would act as markup if they were not escaped. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '&lt;',
        '<script>',
        '-->',
        '=',
        ' ',
        '/',
        'onload',
        '\u202E',
        'é',
        '\n',
      ),
    )
    .map((parts) => parts.join('')),
);

/**
 * Returns the text that a browser shows for an escaped text. Fails on markup and on references that
 * our escaping does not write.
 */
function read(escaped: string): string {
  expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return escaped.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_reference, name: string) => characters[name]!);
}

/** Returns the page that a template writes, or the problem that it reports. */
function attempt(write: () => Html): { readonly page: string; readonly problem: string } {
  try {
    return { page: String(write()), problem: '' };
  } catch (error) {
    return { page: '', problem: (error as TypeError).message };
  }
}

describe('the HTML template tag', () => {
  it('writes every text as text and never as markup in content, quotes, lists and nested pieces', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const item = piece`<li ${piece`title="${text}"`}>${text}</li>`;
        const page = String(piece`<ul class="${text}">${text}${[text, [item, text]]}</ul>`);
        const pattern = /^<ul class="([^"]*)">([^<]*)<li title="([^"]*)">([^<]*)<\/li>([^<]*)<\/ul>$/;
        expect(pattern.exec(page)?.slice(1).map(read)).toEqual([text, text + text, text, text, text]);
      }),
    );
  });

  it('writes a value of any type without markup, or refuses it', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        const { page, problem } = attempt(() => piece`<p>${value as HtmlValue}</p>`);
        expect(problem).toMatch(
          /^(?:|HTML cannot take a value after "<p>": a value of the type \w+ has no text of its own)$/,
        );
        read(page.slice(3, -4));
      }),
    );
  });

  it('writes nothing for null, undefined and booleans, and numbers as they are', () => {
    expect(String(piece`${null}${false}${true}${undefined}${0}${[null, 1, [true, -2.5]]}`)).toBe('01-2.5');
  });

  it('refuses an object that imitates a piece of HTML', () => {
    const forged = { isEscaped: true, isAttributes: true, toString: () => '<script>' };
    expect(() => piece`<p>${forged as unknown as HtmlValue}</p>`).toThrow(/of the type object has no text/);
    const promised = Promise.resolve('text') as unknown as HtmlValue;
    expect(() => piece`<p>${promised}</p>`).toThrow(/of the type object has no text/);
  });

  it('refuses a value in a place where escaping cannot keep it from becoming code, an attribute or a tag', () => {
    const text = 'onclick=run()';
    const nowhere = {
      'an attribute without quotes': () => piece`<a href=${text}>x</a>`,
      'a tag': () => piece`<a ${text}>x</a>`,
      'a tag, in a list': () => piece`<a ${[text]}>x</a>`,
      'a tag, as a piece of content': () => piece`<a ${piece`${text}`}>x</a>`,
      'the name of a tag': () => piece`<${text}>x</a>`,
      'the name of a tag that ends': () => piece`<a>x</${text}>`,
      'a script': () => piece`<script>${text}</script>`,
      'a style': () => piece`<p>x</p><STYLE media="all">${text}</STYLE>`,
      'a style, even as a number': () => piece`<style>${1}</style>`,
      'an attribute that is a script': () => piece`<a onclick="${text}">x</a>`,
      'an attribute that is a script, in a piece': () => piece`onclick="${text}"`,
      'an attribute that is a document': () => piece`<iframe srcdoc='${text}'></iframe>`,
      'a comment': () => piece`<!-- ${text} -->`,
      'a tag that does not end': () => piece`<a title="x" ${text}`,
    };
    const problems = Object.entries(nowhere).map(([place, write]) => `${place}: ${attempt(write).problem}`);
    expect(problems.filter((problem) => !/: HTML cannot take a value after ".*": \S/s.test(problem))).toEqual(
      [],
    );
  });

  it('refuses a piece of HTML within quotes, because its own quotes would end them', () => {
    expect(() => piece`<p title="${piece`<b title="x">y</b>`}">z</p>`).toThrow(
      /quotes take texts and numbers/,
    );
  });

  it('prepares a template before reading it, and each text before escaping it', () => {
    const tag = createHtmlTag({
      prepareTemplate: (text) => text.replaceAll('@', 'title="'),
      prepareText: (text) => `<${text}`,
    });
    expect(String(tag`<p @${'a'}">${['b']}${1}</p>`)).toBe('<p title="&lt;a">&lt;b1</p>');
  });

  it('accepts values after a comment, after a script, in either kind of quotes, and after an attribute that contains ">"', () => {
    const text = '<';
    const written = piece`<!-- a > b --><script src="x"></script><a title="1 > 0" rel='${text}' href="?a=${text}">it's ${text}</a>`;
    expect(String(written)).toBe(
      `<!-- a > b --><script src="x"></script><a title="1 > 0" rel='&lt;' href="?a=&lt;">it's &lt;</a>`,
    );
  });
});
