/** An answer of a chat, read as it comes: a stream of events, or JSON from a server that does not stream. */
import type { OpenAI } from 'openai'
import { Stream } from 'openai/streaming'
import { AI_ANSWER_BYTES_MAX, type AiUse, type AnalysisPart } from '#ports/ai.ts'
import { isFields } from '../figures-file/fields.ts'
import { cutOff, notUnderstood, refused, tooLong } from './openai-failures.ts'

/** What compatible servers may leave out is missing here too; nothing of it is believed before it is looked at. */
interface Chunk {
  text: string
  refusal: string
  finishReason: string | null
}

interface Read {
  title: string
  /** The requested model; the response may name the exact one. */
  model: string
  /** The package asks it whether to write about an event that is no JSON; it says no. */
  client: OpenAI
}

/** Throws `AiFailure` for an incomplete response, and any error of a broken connection. */
export async function* answerParts(
  response: Response,
  ending: AbortController,
  { title, model, client }: Read,
): AsyncGenerator<AnalysisPart, void, undefined> {
  let use: AiUse = { model, promptTokens: null, answerTokens: null }
  let bytes = 0
  let refusal = ''
  let finishReason: string | null = null
  for await (const value of valuesOf(response, ending, client)) {
    use = useIn(value) ?? use
    const chunk = chunkIn(value)
    refusal += chunk.refusal
    finishReason = chunk.finishReason ?? finishReason
    if (chunk.text === '') continue
    const kept = within(chunk.text, AI_ANSWER_BYTES_MAX - bytes)
    bytes += Buffer.byteLength(kept)
    if (kept !== '') yield { text: kept }
    if (kept.length < chunk.text.length) throw tooLong(use)
  }
  if (refusal !== '') throw refused(title, refusal, use)
  if (finishReason === 'content_filter') throw refused(title, null, use)
  if (bytes === 0) throw finishReason === 'length' ? cutOff(use) : notUnderstood(title, use)
  if (finishReason === null || finishReason === 'length') throw cutOff(use)
  yield { use }
}

/** The chunks of a stream, up to the place where it stops being one; or the one chunk of an answer that is whole. */
async function* valuesOf(
  response: Response,
  ending: AbortController,
  client: OpenAI,
): AsyncGenerator<unknown, void, undefined> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    yield parseJson(await response.text())
    return
  }
  if (!type.startsWith('text/event-stream')) return
  try {
    yield* Stream.fromSSEResponse<unknown>(response, ending, client)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function chunkIn(value: unknown): Chunk {
  const [choice] = isFields(value) && Array.isArray(value.choices) ? (value.choices as unknown[]) : []
  if (!isFields(choice)) return { text: '', refusal: '', finishReason: null }
  const said = isFields(choice.delta) ? choice.delta : isFields(choice.message) ? choice.message : {}
  return {
    text: textOf(said.content),
    refusal: textOf(said.refusal),
    finishReason: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
  }
}

function useIn(value: unknown): AiUse | null {
  if (!isFields(value) || !isFields(value.usage)) return null
  const { usage, model } = value
  return {
    model: textOf(model).slice(0, 100),
    promptTokens: countOf(usage.prompt_tokens),
    answerTokens: countOf(usage.completion_tokens),
  }
}

/** Some models put U+0000 into an answer: it is invisible, and no field accepts it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '')
const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** As many whole characters as fit. */
function within(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= bytesMax) return text
  return new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true })
}
