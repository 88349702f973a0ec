import { describe, expect, it } from 'vitest';
import { rememberProofs } from './remember-proofs.ts';

describe('rememberProofs', () => {
  it('computes a proof once, and again for another text or another code', () => {
    const asked: string[] = [];
    const ask = (code: string) => rememberProofs(code, (text) => asked.push(text) % 2 === 1);
    const [code, other] = [`a ${process.pid}`, `b ${process.pid}`];
    const proofs = ask(code);
    expect([proofs.prove('x'), proofs.prove('x'), proofs.prove('y')]).toEqual([true, true, false]);
    expect(ask(other).prove('x')).toBe(true);
    expect(asked).toEqual(['x', 'y', 'x']);
  });
});
