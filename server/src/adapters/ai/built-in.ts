/**
 * Without a provider (D36): prompts come from a template that is filled, and images are measured. Both are the same for the
 * same question, cost nothing, and leave the machine for nowhere.
 */
import type { Ai, AiUse } from '#ports/ai.ts'
import type { Images } from '#ports/images.ts'
import { places } from '../images/places.ts'
import { captionDrafts } from './captions.ts'
import type { Measurements } from './measure-pixels.ts'
import { measuring } from './measuring.ts'
import { promptText } from './prompt-text.ts'
import { reportOf } from './report.ts'
import { fillTemplate } from './templates.ts'
import { hasInstructions, toneIn } from './tone.ts'

const USE: AiUse = { model: 'built-in', promptTokens: null, answerTokens: null }
/** Each takes three bytes for each of a million pixels, and as much again while it counts. */
const AT_ONCE = 2

export function builtInAi({ images }: { images: Pick<Images, 'pixels'> }): Ai {
  const turns = places(AT_ONCE, AT_ONCE)
  const measureAside = measuring()

  async function measure(image: Parameters<Images['pixels']>[0], signal: AbortSignal): Promise<Measurements> {
    const leave = await turns.enter(1)
    try {
      signal.throwIfAborted()
      return await measureAside(await images.pixels(image), signal)
    } finally {
      leave()
    }
  }

  return {
    name: 'built_in',
    title: 'Built-in (no AI provider)',
    model: null,

    async generatePrompt(order, signal) {
      signal.throwIfAborted()
      return { text: fillTemplate(order) ?? promptText(order), use: USE }
    },

    async *analyse({ image, prompt, wants }, signal) {
      const measurements = await measure(image, signal)
      const tone = toneIn(prompt)
      const drafts = captionDrafts(measurements, tone, prompt)
      const paragraphs =
        wants === 'caption'
          ? [...drafts.captions.slice(0, 1), drafts.hashtags.join(' ')]
          : reportOf(image, measurements, { drafts, tone, isInstructed: hasInstructions(prompt) })
      for (const [at, paragraph] of paragraphs.entries()) {
        signal.throwIfAborted()
        yield { text: at === 0 ? paragraph : `\n\n${paragraph}` }
      }
      yield { use: USE }
    },

    test: async () => undefined,
  }
}
