import * as z from 'zod'
import { route } from '../base/route.ts'
import { ErrorBody, MediaAddress, RecordId } from '../base/shared.ts'
import { PROMPT_MAX_LENGTH } from './limits.ts'

/** Plain text, at most 8 KB (D37): nothing in it is a link or markup. */
const Analysis = z.object({
  analysis: z.string(),
  /** Why it is not all of it; null when it is. */
  note: z.string().nullable(),
})

/** Chunks in order, then one of the other two, which ends the stream. */
const AnalysisEvent = z.union([z.object({ piece: z.string() }), Analysis, z.object({ failure: ErrorBody })])
export type AnalysisEvent = z.infer<typeof AnalysisEvent>

const MISSING = 'Please upload an image to analyze.'
/** The complete prompt (spec §9): instructions, and at their end 'Use a {tone} tone.' */
const COMPLETE_MAX = PROMPT_MAX_LENGTH + 100

/** An image of `IMAGE_BYTES_MAX` in base64, and more than that, so that a larger one gets a clear error. */
const BODY_BYTES_MAX = 20 * 1024 * 1024

const body = z.strictObject({
  /** The file as it is, without the prefix of a data URL. Judged by content (D28) and not kept. */
  imageBase64: z.string(MISSING).min(1, MISSING),
  prompt: z
    .string('Please enter what to look for.')
    .refine((words) => words.trim() !== '', 'Please enter what to look for.')
    .max(COMPLETE_MAX, `Instructions have at most ${PROMPT_MAX_LENGTH.toLocaleString('en')} characters`),
})

const SuggestedCaption = z.object({
  caption: z.string(),
  note: z.string().nullable(),
  /** Which prompt was used; null for tangelo's own. */
  promptTitle: z.string().nullable(),
})

export const analyses = {
  analyse: route({
    method: 'POST',
    path: '/api/openai/analyze-image',
    access: 'admin',
    summary: 'Say something about an image',
    body,
    bodyBytesMax: BODY_BYTES_MAX,
    reply: Analysis,
  }),
  /** A refusal before the first chunk is an ordinary error response. Disconnecting ends the work. */
  follow: route({
    method: 'POST',
    path: '/api/openai/analyze-image/stream',
    access: 'admin',
    summary: 'The same, as it is written, as server-sent events',
    body,
    bodyBytesMax: BODY_BYTES_MAX,
    reply: AnalysisEvent,
    stream: true,
  }),
  suggestCaption: route({
    method: 'POST',
    path: '/api/content/posts/:postId/caption',
    access: 'signedIn',
    summary: "Suggest a caption from a post's image, with the default prompt of who asks or of the company",
    params: z.strictObject({ postId: RecordId }),
    reply: SuggestedCaption,
  }),
  suggestCaptionFor: route({
    method: 'POST',
    path: '/api/content/caption',
    access: 'signedIn',
    summary: 'Suggest a caption from an uploaded image of the own company, for a post that is not made yet',
    body: z.strictObject({ imageUrl: MediaAddress.max(500) }),
    reply: SuggestedCaption,
  }),
}
