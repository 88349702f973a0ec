import { openExaminer } from '../../src/accept/examiner.ts';
import { openExtractor } from '../../src/render/postprocess/open-extractor.ts';

/** For all APIs of a process of tests, and as long as it: those of each API would start anew. */
export const THREADS = { examiner: openExaminer(), extractor: openExtractor() };
