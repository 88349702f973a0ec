import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';

/** The day of an instant as the law and the operator count it: in Madrid. @param time milliseconds since 1970. */
export function formatDay(time: number): string {
  return todayInMadrid(new Date(time));
}
