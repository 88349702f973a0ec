import { openExaminer } from '../../src/accept/examiner.ts';
import { openExtractor } from '../../src/render/postprocess/open-extractor.ts';

/** Worker threads that all APIs of a test process share, because starting them for each API would take time. They run until the process ends. */
export const THREADS = { examiner: openExaminer(), extractor: openExtractor() };
