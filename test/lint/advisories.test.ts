import { describe, expect, it } from 'vitest';
import { joinVerdicts, judgeAudit } from '../../ops/lint/judge-audit.ts';

describe('the check for known vulnerabilities', () => {
  it('ignores only the reviewed vulnerabilities, at their reviewed place', () => {
    const hole = (name: string, node: string) => [
      name,
      { name, severity: 'high', range: '<2', nodes: [node] },
    ];
    const output = JSON.stringify({
      metadata: { vulnerabilities: { total: 3 } },
      vulnerabilities: Object.fromEntries([
        hole('a', 'node_modules/a'),
        hole('b', 'node_modules/b'),
        hole('c', 'node_modules/c'),
      ]),
    });
    const verdict = judgeAudit(output, ({ name, nodes }) => name === 'a' && nodes?.[0] === 'node_modules/a');
    expect(verdict).toMatchObject({ known: true, holes: ['b <2: high', 'c <2: high'] });
  });

  it('joins the verdicts on all lockfiles, where a vulnerability outweighs an unknown result', () => {
    const [clean, holey] = [[], ['a <2: high']].map((holes) => ({ known: true as const, holes }));
    const unknown = { known: false as const, reason: 'status 405' };
    expect(joinVerdicts([clean!, holey!])).toEqual(holey);
    expect(joinVerdicts([unknown, holey!])).toEqual(holey);
    expect(joinVerdicts([clean!, unknown])).toEqual(unknown);
  });

  it('does not accept an incomplete report as a clean one', () => {
    for (const output of ['', '{}', '{"vulnerabilities":{}}', 'null', '{"message":"x","statusCode":405}']) {
      expect(judgeAudit(output === 'null' ? '[]' : output).known).toBe(false);
    }
  });
});
