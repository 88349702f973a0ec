import { describe, expect, it } from 'vitest';
import { parseXml, XmlError } from '../../src/aeat/parse-xml.ts';
import { findText } from '../../src/aeat/xml-element.ts';

const parse = (text: string) => parseXml(text, 10_000);

function attempt(text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
}

describe('an element', () => {
  it('has the namespace that its prefix means at its place', () => {
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
    ['&unknown;', '&unknown;'],
    ['&#0;&#xD800;&#9999999;', '\uFFFD\uFFFD\uFFFD'],
    ['', null],
  ])('with the content %j has the text %j', (content, text) => {
    expect(findText(parse(`<r><x>${content}</x></r>`), 'x')).toBe(text);
  });
});

describe('a text that is no XML to be read [B34]', () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><r>&b;&b;&b;&b;</r>';
  it.each([
    ['empty', ''],
    ['blank', ' \n '],
    ['no tag', 'Service unavailable'],
    ['an open tag', '<r><x></r>'],
    ['broken off', '<r><x>1</x>'],
    ['broken off in a tag', '<r><x'],
    ['two roots', '<r/><r/>'],
    ['text beside the root', '<r></r>x'],
    ['an entity bomb', bomb],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['an undeclared prefix', '<r><a:x/></r>'],
    ['too deep', '<r>'.repeat(500) + '</r>'.repeat(500)],
    ['a name that would pollute', '<r><__proto__>1</__proto__></r>'],
    ['an attribute that would pollute', '<r constructor="1"/>'],
    ['an attribute twice', '<r a="1" a="2"/>'],
  ])('is refused: %s', (_what, text) => {
    expect(() => parse(text)).toThrow(XmlError);
  });

  it.each([
    ['tags', `<r>${'<x/>'.repeat(10_001)}</r>`],
    ['attributes', `<r ${Array.from({ length: 10_001 }, (_, index) => `a${index}="1"`).join(' ')}/>`],
    ['sections', `<r>${'<![CDATA[x]]>'.repeat(10_001)}</r>`],
    ['comments', `<r>${'<!---->'.repeat(10_001)}</r>`],
  ])('is refused for its size before it is read: too many %s', (_what, text) => {
    expect(() => parse(text)).toThrow('more than 10000');
  });

  it('is refused without a quadratic effort, though it is made for one', () => {
    const start = performance.now();
    for (const text of [
      `<r>${' '.repeat(1_000_000)}x</r>`,
      `<r>${'&'.repeat(1_000_000)}</r>`,
      `<r>${']]'.repeat(500_000)}</r>`,
      `<r a${' '.repeat(1_000_000)}`,
      `<!--${'-'.repeat(1_000_000)}`,
      `<${'a'.repeat(1_000_000)}`,
      ' '.repeat(1_000_000),
    ]) {
      attempt(text);
    }
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
