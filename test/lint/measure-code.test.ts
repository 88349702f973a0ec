import { describe, expect, it } from 'vitest';
import { countDuplicatedLines, measureFiles, measureFunctions } from '../../ops/lint/measure-code.ts';

const RUN = ['const one = 1;', 'const two = 2;', 'use(one);', 'use(two);', 'const three = 3;', 'use(three);'];
const source = (path: string, ...lines: string[]) => ({ path, text: `${lines.join('\n')}\n` });

describe('the code metrics', () => {
  it('count the lines of files and of each function, including nested ones', () => {
    const file = source('a.ts', 'export function outer() {', '  return () => {', '    use();', '  };', '}');
    expect(measureFiles([file])).toEqual([{ name: 'a.ts', lines: 5 }]);
    expect(measureFunctions([file])).toEqual([
      { name: 'a.ts:1', lines: 5 },
      { name: 'a.ts:2', lines: 3 },
    ]);
  });

  it('count duplicated runs of six lines, regardless of indentation', () => {
    const twice = [source('a.ts', ...RUN), source('b.ts', 'begin();', ...RUN.map((line) => `    ${line}`))];
    expect(countDuplicatedLines(twice)).toBe(12);
    expect(countDuplicatedLines([source('a.ts', ...RUN, 'between();', ...RUN)])).toBe(12);
  });

  it('ignore shorter runs, imports, comments and brackets', () => {
    const alike = ['import x from "x";', '// why', '{', '}', '});', ...RUN.slice(0, 5)];
    expect(countDuplicatedLines([source('a.ts', ...alike), source('b.ts', ...alike)])).toBe(0);
  });
});
