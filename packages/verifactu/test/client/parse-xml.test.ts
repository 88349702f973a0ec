import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/client/internal/parse-xml.ts';
import { findText } from '../../src/remission/xml-element.ts';
import { XmlError } from '../../src/client/internal/read-markup.ts';

const parse = (text: string) => parseXml(text, 10_000);

describe('an XML element', () => {
  it('has the namespace that is bound to its prefix in its scope', () => {
    const root = parse(
      '<a:r xmlns:a="urn:1" xmlns="urn:2"><x/><a:x/><a:x xmlns:a="urn:3"><a:y/></a:x><x xmlns=""/></a:r>',
    );
    expect(root).toMatchObject({ namespace: 'urn:1', name: 'r' });
    expect(root.children.map(({ namespace, name }) => `${namespace} ${name}`)).toEqual([
      'urn:2 x',
      'urn:1 x',
      'urn:3 x',
      ' x',
    ]);
    expect(root.children[2]?.children[0]).toMatchObject({ namespace: 'urn:3', name: 'y' });
  });

  it.each([
    ['A&amp;B/&lt;1&gt;&quot;&apos;', 'A&B/<1>"\''],
    ['&#65;&#x42;&#x1F600;', 'AB😀'],
    ['&amp;lt;', '&lt;'],
    ['<![CDATA[a&amp;<b>]]>c&amp;', 'a&amp;<b>c&'],
    ['a<!-- no -->b<?no no?>c', 'abc'],
    ['  \n 0010 \t ', '0010'],
    ['1e3', '1e3'],
    ['true', 'true'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['', null],
  ])('has, with the content %j, the text %j', (content, text) => {
    expect(findText(parse(`<r><x>${content}</x></r>`), 'x')).toBe(text);
  });
});

describe('a name of a member of every JavaScript object', () => {
  it.each(['__proto__', 'constructor', 'toString'])('is an ordinary XML name: %s', (name) => {
    const { children } = parse(`<r ${name}="1"><${name}>1</${name}></r>`);
    expect(children).toEqual([{ name, namespace: '', children: [], text: '1' }]);
    for (const unbound of [`<${name}:a/>`, `<r ${name}:a="1"/>`, `<r>&${name};</r>`]) {
      expect(() => parse(unbound)).toThrow(XmlError);
    }
  });
});

describe('the XML parser [B34]', () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><r>&b;&b;&b;&b;</r>';
  it.each([
    ['an empty text', ''],
    ['a blank text', ' \n '],
    ['text without tags', 'Service unavailable'],
    ['an open tag', '<r><x></r>'],
    ['a truncated document', '<r><x>1</x>'],
    ['a document truncated within a tag', '<r><x'],
    ['two roots', '<r/><r/>'],
    ['text beside the root', '<r></r>x'],
    ['an entity bomb', bomb],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['an undeclared prefix', '<r><a:x/></r>'],
    ['elements nested too deeply', '<r>'.repeat(500) + '</r>'.repeat(500)],
    ['a lone high surrogate', '<r>\uD83D</r>'],
    ['a lone high surrogate before a tag', '<r>\uD83D<x/></r>'],
    ['a lone low surrogate', '<r a="\uDE00"/>'],
    ['U+0000', '<r>\0</r>'],
    ['a repeated attribute', '<r a="1" a="2"/>'],
  ])('refuses %s', (_what, text) => {
    expect(() => parse(text)).toThrow(XmlError);
  });

  it.each([
    ['tags', `<r>${'<x/>'.repeat(10_001)}</r>`],
    ['attributes', `<r ${Array.from({ length: 10_001 }, (_, index) => `a${index}="1"`).join(' ')}/>`],
    ['sections', `<r>${'<![CDATA[x]]>'.repeat(10_001)}</r>`],
    ['comments', `<r>${'<!---->'.repeat(10_001)}</r>`],
  ])('refuses a text with too many %s before it parses the text', (_what, text) => {
    expect(() => parse(text)).toThrow(/^more than (?:10000|16384)/);
  });

  const HUGE: Readonly<Record<string, (length: number) => string>> = {
    references: (length) => `<r>${'&amp;'.repeat(length / 5)}</r>`,
    'references in elements': (length) => `<r>${'<a>&amp;</a>'.repeat(length / 12)}</r>`,
    'references in an attribute': (length) => `<r xmlns="${'&#65;'.repeat(length / 5)}"/>`,
    text: (length) => `<r>${'x'.repeat(length)}</r>`,
    blanks: (length) => `<r>${' '.repeat(length)}x</r>`,
    'ends of sections': (length) => `<r><![CDATA[${']]'.repeat(length / 2)}]]></r>`,
    sections: (length) => `<r>${'x<![CDATA[y]]>'.repeat(length / 14)}</r>`,
    'a comment': (length) => `<r><!--${'-x'.repeat(length / 2)}--></r>`,
    comments: (length) => `<r>${'x<!---->'.repeat(length / 8)}</r>`,
    elements: (length) => `<r>${'<a/>'.repeat(length / 4)}</r>`,
    'elements that do not end': (length) => `<r>${'<a>'.repeat(length / 3)}`,
    attributes: (length) => `<r ${Array.from({ length: length / 12 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
    'elements with many attributes': (length) =>
      `<r>${`<a ${Array.from({ length: 500 }, (_, at) => `a${at}="1"`).join(' ')}/>`.repeat(length / 5000)}</r>`,
    'namespaces times elements': (length) =>
      `<r ${Array.from({ length: 1000 }, (_, at) => `xmlns:a${at}="u"`).join(' ')}>${'<b xmlns:c="u"/>'.repeat(length / 16)}</r>`,
    instructions: (length) => `<r>${'<?a?>'.repeat(length / 5)}</r>`,
    'a name': (length) => `<${'a'.repeat(length)}/>`,
    'long names': (length) => `<r>${`<${'a'.repeat(1000)}/>`.repeat(length / 1003)}</r>`,
    'a tag that does not end': (length) => `<r a${' '.repeat(length)}`,
    'open tags': (length) => `<r>${'<'.repeat(length)}</r>`,
    declarations: (length) => `<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(length / 15)}]><r/>`,
  };

  it.each(Object.keys(HUGE))(
    'takes time proportional to the length of the text: %s',
    { timeout: 60_000 },
    (what) => {
      const time = (length: number, rounds: number) => {
        const text = HUGE[what]!(length);
        const runs = Array.from({ length: rounds }, () => {
          const started = process.threadCpuUsage();
          try {
            parseXml(text, Number.POSITIVE_INFINITY);
          } catch (error) {
            if (!(error instanceof XmlError) || error.message.length > 200) throw error;
          }
          // Processor time, because the machine may run other work at the same time.
          const { user, system } = process.threadCpuUsage(started);
          return (user + system) / 1000;
        });
        return Math.min(...runs);
      };
      time(60_000, 2);
      // A ratio of very short times has no meaning.
      expect(time(240_000, 3)).toBeLessThan(Math.max(time(60_000, 5) * 12, 250));
    },
  );

  it('refuses an overlong text, attribute or comment and too many references before it builds a tree', () => {
    for (const text of [
      `<r>${'x'.repeat(20_000)}</r>`,
      `<r a="${'x'.repeat(20_000)}"/>`,
      `<r><!--${'x'.repeat(20_000)}--></r>`,
      `<r>${'<a>&amp;</a>'.repeat(5000)}</r>`,
    ]) {
      expect(() => parse(text)).toThrow(expect.objectContaining({ isTooLarge: true }));
    }
  });
});
