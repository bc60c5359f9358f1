/**
 * The analysis of an image. The image is checked as an upload is (D28), scaled down, and not stored. The response is
 * plain text; instructions inside a picture are not followed (D37).
 */

import { ownCompany } from '#features/core/index.ts'
import type { Viewer } from '#platform/viewer.ts'
import { AI_IMAGE_SIDE, type Ai, AiFailure, type AnalysisOrder, type AnalysisPart } from '#ports/ai.ts'
import type { Images, ReducedImage } from '#ports/images.ts'
import type { AiUses } from '../ai-usage/ai-usage.service.ts'
import type { ItemsService } from '../items/items.service.ts'
import type { PromptsService } from '../prompts/prompts.service.ts'
import { idInAddress, imageFailure } from '../uploads/uploads.rules.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { imageBytes, noImage, USUAL_CAPTION_PROMPT } from './image-analysis.rules.ts'

export type ImageAnalysisService = ReturnType<typeof imageAnalysisService>

interface AnalysisRequest {
  imageBase64: string
  prompt: string
}

interface Question {
  wants: AnalysisOrder['wants']
  prompt: string
  /** Of the image as it came. */
  bytes: () => Promise<Uint8Array>
}

interface Whole {
  analysis: string
  note: string | null
}

export function imageAnalysisService({
  ai,
  uses,
  images,
  content,
  prompts,
  uploads,
}: {
  ai: Pick<Ai, 'analyse'>
  uses: AiUses
  images: Pick<Images, 'reduce'>
  content: Pick<ItemsService, 'read'>
  prompts: Pick<PromptsService, 'defaultFor'>
  uploads: Pick<UploadsService, 'read' | 'imageFor'>
}) {
  async function reduceImage(bytes: Uint8Array): Promise<ReducedImage> {
    try {
      return await images.reduce(bytes, AI_IMAGE_SIDE)
    } catch (error) {
      throw imageFailure(error)
    }
  }

  /** The place in the day comes before the picture is unpacked, which is work, and goes back where it cannot be. */
  async function begin(viewer: Viewer, companyId: number, { wants, prompt, bytes }: Question, signal: AbortSignal) {
    const place = await uses.begin(viewer, companyId, wants)
    try {
      const order: AnalysisOrder = { image: await reduceImage(await bytes()), prompt, wants }
      signal.throwIfAborted()
      return { place, order }
    } catch (error) {
      await place.cancel()
      throw error
    }
  }

  /** Chunks, then the whole. A response that breaks off after its start is a response with a note. */
  async function* streamText(
    viewer: Viewer,
    companyId: number,
    question: Question,
    signal: AbortSignal,
  ): AsyncGenerator<{ piece: string } | Whole, void, undefined> {
    const { place, order } = await begin(viewer, companyId, question, signal)
    const parts: AsyncIterator<AnalysisPart> = ai.analyse(order, signal)
    let text = ''
    let isOver = false
    try {
      for (let part = await parts.next(); !part.done; part = await parts.next()) {
        const { text: piece, use } = part.value
        // Always the last part: the response is complete and recorded, whatever fails later.
        if (use) {
          await place.complete(use)
          break
        }
        text += piece
        yield { piece }
      }
      isOver = true
      yield { analysis: text.trim(), note: null }
    } catch (error) {
      isOver = true
      const failure = await place.fail(error)
      if (!(error instanceof AiFailure) || error.kind !== 'cut_off' || text.trim() === '') throw failure
      yield { analysis: text.trim(), note: error.message }
    } finally {
      // The consumer stopped reading: the client has disconnected.
      if (!isOver) await place.fail(signal.reason)
      await parts.return?.()
    }
  }

  async function whole(parts: AsyncIterable<{ piece: string } | Whole>): Promise<Whole> {
    let answer: Whole = { analysis: '', note: null }
    for await (const part of parts) if ('analysis' in part) answer = part
    return answer
  }

  async function* follow(viewer: Viewer, { imageBase64, prompt }: AnalysisRequest, signal: AbortSignal) {
    const image = imageBytes(imageBase64)
    yield* streamText(viewer, ownCompany(viewer), { wants: 'analysis', prompt, bytes: async () => image }, signal)
  }

  async function suggestFromImage(viewer: Viewer, companyId: number, imageId: string, signal: AbortSignal) {
    const chosen = await prompts.defaultFor(viewer, companyId)
    const question: Question = {
      wants: 'caption',
      prompt: chosen?.prompt ?? USUAL_CAPTION_PROMPT,
      bytes: async () => (await uploads.read(imageId)).bytes,
    }
    const { analysis, note } = await whole(streamText(viewer, companyId, question, signal))
    return { caption: analysis, note, promptTitle: chosen?.title ?? null }
  }

  return {
    /** Throws when there is no text at all; with the first chunk the request counts as accepted. */
    follow,

    analyse: (viewer: Viewer, request: AnalysisRequest, signal: AbortSignal): Promise<Whole> =>
      whole(follow(viewer, request, signal)),

    /** Throws `not_found` for a post of another company, and `no_image`. Counts for the post's company. */
    async suggestCaption(viewer: Viewer, postId: string, signal: AbortSignal) {
      const { companyId, imageUrl } = await content.read(viewer, postId)
      const imageId = idInAddress(imageUrl ?? '')
      if (imageId === null) throw noImage()
      return suggestFromImage(viewer, companyId, imageId, signal)
    },

    /** Throws `invalid_input` for any address that is not an image uploaded by the viewer's company. */
    async suggestCaptionFor(viewer: Viewer, imageUrl: string, signal: AbortSignal) {
      const companyId = ownCompany(viewer)
      const { id } = await uploads.imageFor(companyId, imageUrl, 'imageUrl')
      return suggestFromImage(viewer, companyId, id, signal)
    },
  }
}
