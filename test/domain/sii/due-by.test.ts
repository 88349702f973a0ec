import { describe, expect, it } from 'vitest';
import { type Deadline, findDueBy } from '#src/domain/sii/due-by.ts';

const due = (issueDate: string, rest: Partial<Deadline> = {}) =>
  findDueBy({ type: 'F1', issueDate, operationDate: issueDate, isIssuedByOther: false, ...rest });

describe('the deadline of an entry in SII', () => {
  it('is the fourth working day after the issue date', () => {
    expect(due('2026-11-20')).toBe('2026-11-26');
    // 7 December is a working day; 8 December is a national holiday.
    expect(due('2026-12-04')).toBe('2026-12-11');
    // Epiphany of the next year counts.
    expect(due('2026-12-31')).toBe('2027-01-08');
  });

  it('is the eighth working day if another party issues the invoice', () => {
    expect(due('2026-11-20', { isIssuedByOther: true })).toBe('2026-12-02');
  });

  it('is never after the 15th of the month after the operation', () => {
    expect(due('2026-12-14', { operationDate: '2026-11-30' })).toBe('2026-12-15');
    expect(due('2026-12-14', { operationDate: '2026-11-30', isIssuedByOther: true })).toBe('2026-12-15');
    expect(due('2026-01-14', { operationDate: '2025-12-20' })).toBe('2026-01-15');
  });

  it('has passed when an invoice is issued after that day', () => {
    expect(due('2026-11-20', { operationDate: '2026-09-10' })).toBe('2026-10-15');
  });

  it('of a rectifying invoice depends on its own issue date only', () => {
    expect(due('2026-12-14', { type: 'R1', operationDate: '2026-09-10', isIssuedByOther: true })).toBe(
      '2026-12-18',
    );
  });

  it('is unknown without the national holidays of the year', () => {
    expect(due('2099-03-02')).toBeNull();
  });
});
