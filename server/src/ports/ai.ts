/**
 * Writes texts for captions: a prompt for a company, and what is to be said about an image. Both results are plain text
 * and nothing else: instructions in them, from a model or a picture, are only displayed (D37).
 */
import type { ReducedImage } from './images.ts'

/** D37: what comes after this much of an answer is not read. */
export const AI_ANSWER_BYTES_MAX = 8_192
/** The longer side of an image that is sent: models scale down what is larger, and charge for it all the same. */
export const AI_IMAGE_SIDE = 1_024

/** The use of a call, as the provider counts it; null where it reports none. */
export interface AiUse {
  /** As the provider calls it; `built-in` without one. */
  model: string
  promptTokens: number | null
  answerTokens: number | null
}

/**
 * Why there is no response, or no whole one, as a sentence for users, without key and address. `refused`: the model
 * declines; waiting does not help. `cut_off`: the answer ended before its end, or went on after `AI_ANSWER_BYTES_MAX`;
 * what arrived is usable. `limited`: too many calls; `retryAt` is the moment to retry. `no_quota`: nothing is left of
 * what the installation pays for. `unauthorized`: the provider does not accept the key, or has no such model; both stay
 * so until an administrator acts. `not_accepted`: the provider does not take this image or this prompt. `unavailable`:
 * network, time-outs, faults at the provider; trying again may help. `not_understood`: an answer without a text, or
 * none in the agreed form.
 */
export class AiFailure extends Error {
  override name = 'AiFailure'
  readonly kind:
    | 'refused'
    | 'cut_off'
    | 'limited'
    | 'no_quota'
    | 'unauthorized'
    | 'not_accepted'
    | 'unavailable'
    | 'not_understood'
  /** Epoch milliseconds; null where it is unknown. */
  readonly retryAt: number | null
  /** A failed call may have cost something all the same. Null where no response had begun: only that was free. */
  readonly use: AiUse | null
  /** Of `cut_off` in a text that is not streamed: the part that arrived. Empty otherwise. */
  readonly text: string
  constructor(
    kind: AiFailure['kind'],
    message: string,
    { retryAt = null, use = null, text = '' }: { retryAt?: number | null; use?: AiUse | null; text?: string } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
    this.use = use
    this.text = text
  }
}

export interface PromptOrder {
  companyName: string
  /** What the company does or sells. */
  industry: string
  /** What the prompt is made from: `{{companyName}}` and `{{industry}}` stand for the two above, anything else for itself. */
  templatePrompt: string | null
}

export interface AnalysisOrder {
  image: ReducedImage
  /** The complete prompt (spec §9): instructions, and at its end 'Use a {tone} tone.' */
  prompt: string
  /** `analysis`: follows the prompt. `caption`: one caption, to be used as it stands. */
  wants: 'analysis' | 'caption'
}

/** Chunks in order, never an empty one; then, once, the use. An incomplete response ends by throwing instead. */
export type AnalysisPart = { text: string; use?: undefined } | { use: AiUse; text?: undefined }

export interface Ai {
  readonly name: 'openai' | 'built_in'
  /** As people call it: 'OpenAI', 'Built-in (no AI provider)', or the host where another server answers. */
  readonly title: string
  /** What answers; null where nothing but the program itself does. */
  readonly model: string | null
  /** Throws `AiFailure`, or the signal's reason within a moment of an abort. */
  generatePrompt(order: PromptOrder, signal: AbortSignal): Promise<{ text: string; use: AiUse }>
  /** Begins with the first read. Leaving the loop ends the call. Throws as `generatePrompt` does. */
  analyse(order: AnalysisOrder, signal: AbortSignal): AsyncGenerator<AnalysisPart, void, undefined>
  /** Makes a small call without cost. Throws as `generatePrompt` does. */
  test(signal: AbortSignal): Promise<void>
}
