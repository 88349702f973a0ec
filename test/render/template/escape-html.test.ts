import { describe, expect, it } from 'vitest';
import { html } from '../../../src/render/template/escape-html.ts';

describe('the template that pages of a PDF are written with', () => {
  it('leaves out the line breaks and indents of the source, and no blank inside of a line or of a value', () => {
    const written = html`<ul>
      <li>one ${'two  three\n four'} five</li>
      ${'<'}
    </ul>`;
    expect(String(written)).toBe('<ul><li>one two  three\n four five</li>&lt;</ul>');
  });
});
