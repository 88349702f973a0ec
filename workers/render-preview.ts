import type { RenderPreviewJob } from '../src/contracts/jobs.ts';
import { BrowserStartError } from '../src/render/printer.ts';
import { renderPreview, type RenderPreviewContext } from '../src/render/render-preview.ts';
import { Snooze } from './job-outcomes.ts';

/** Pause of a job that found no Chromium. */
const REST_MS = 1000;

/** Creates the processor that renders the preview of an invoice. */
export function buildRenderPreview(context: RenderPreviewContext) {
  return async (job: RenderPreviewJob): Promise<object> => {
    try {
      return { rendered: await renderPreview(context, job) };
    } catch (error) {
      if (!(error instanceof BrowserStartError)) throw error;
      return new Snooze(new Date(Date.now() + REST_MS), job);
    }
  };
}
