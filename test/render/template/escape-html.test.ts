import { describe, expect, it } from 'vitest';
import { html } from '../../../src/render/template/escape-html.ts';

describe('the html template', () => {
  it('removes the line breaks and indents of the source, but no blank within a line or a value', () => {
    const written = html`<ul>
      <li>one ${'two  three\n four'} five</li>
      ${'<'}
    </ul>`;
    expect(String(written)).toBe('<ul><li>one two  three\n four five</li>&lt;</ul>');
  });
});
