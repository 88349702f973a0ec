import { describe, expect, it } from 'vitest';
import { describeError } from '#src/platform/telemetry/describe-error.ts';

describe('describeError', () => {
  it('keeps type, message, code, constraint, frames and causes', () => {
    const cause = Object.assign(new TypeError('inner'), { code: '23505', constraint: 'batch_key' });
    expect(describeError(new Error('outer', { cause }))).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
      cause: { type: 'TypeError', message: 'inner', code: '23505', constraint: 'batch_key' },
    });
  });

  it('omits all other members of a database error', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      detail: 'Key (recipient)=(Jane Doe) already exists.',
      query: "insert into invoice values ('Jane Doe')",
      parameters: ['Jane Doe'],
      where: 'Jane Doe',
    });
    expect(JSON.stringify(describeError(error))).not.toContain('Jane Doe');
  });

  it('truncates long messages and does not repeat them in the frames', () => {
    const description = describeError(new Error(`${'x'.repeat(500)}SECRET`));
    expect(JSON.stringify(description)).not.toContain('SECRET');
  });

  it('terminates for cyclic causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
  });

  it('describes the parts of an AggregateError', () => {
    const error = new AggregateError([new Error('one'), new Error('two')], 'both');
    expect(describeError(error)).toMatchObject({ errors: [{ message: 'one' }, { message: 'two' }] });
  });

  it.each([['text'], [undefined], [null], [42]])(
    'describes a thrown value that is not an error: %j',
    (thrown) => {
      expect(describeError(thrown)).toMatchObject({ message: String(thrown) });
    },
  );
});
