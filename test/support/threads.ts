import { openExaminer } from '../../src/accept/examiner.ts';
import { createDocumentWriter } from '#src/deliver/writing/document-writer.ts';
import { openThreads } from '../../src/platform/process/threads.ts';
import { openExtractor } from '../../src/render/postprocess/open-extractor.ts';

const threads = openThreads();
/**
 * Worker threads that all APIs of a test process share, because starting them for each API would
 * take time. They run until the process ends.
 */
export const THREADS = {
  examiner: openExaminer(threads),
  extractor: openExtractor(),
  writer: createDocumentWriter(threads),
};
