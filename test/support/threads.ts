import { openExaminer } from '../../src/ingestion/examiner.ts';
import { openCutter } from '../../src/pdf/cutting/open-cutter.ts';

/** For all APIs of a process of tests, and as long as it: those of each API would start anew. */
export const THREADS = { examiner: openExaminer(), cutter: openCutter() };
