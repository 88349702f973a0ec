import { describe, expect, it } from 'vitest';
import { html } from '#src/dashboard/pages/html.ts';

describe('the html tag of the dashboard [B11]', () => {
  it('writes deceptive characters as escape sequences at every place', () => {
    const deceptive = 'a\u202eb<';
    expect(
      String(html`<p title="${deceptive}">${deceptive}${[deceptive, html`<b>${deceptive}</b>`]}</p>`),
    ).toBe('<p title="a\\u{202e}b&lt;">a\\u{202e}b&lt;a\\u{202e}b&lt;<b>a\\u{202e}b&lt;</b></p>');
    expect(String(html`${`x${'\u0336'.repeat(9)}`}`)).toBe(`x${'\\u{336}'.repeat(9)}`);
  });

  it('does not change other texts', () => {
    const texts = ['Tiếng Việt', '\u2067b\u2069 c', '👩‍👧', 'a\nb'];
    expect(texts.map((text) => String(html`${text}`))).toEqual(texts);
    expect(String(html`${null}${false}${undefined}${0}`)).toBe('0');
  });
});
