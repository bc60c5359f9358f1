/** What the model of the stand-in says, whole or as a stream of events. */
import type { Answer } from '../http/send.ts'

/** What is said to one question; the rest is ordinary. */
export interface Said {
  /** As the vendor's model does, null where it refuses. */
  content?: string | null
  refusal?: string
  finishReason?: 'stop' | 'length' | 'content_filter'
  /** In characters; the chunks of a stream. */
  chunkLength?: number
}

interface Scene {
  id: string
  model: string
  /** Epoch milliseconds. */
  at: number
  /** As compatible servers answer: without what they leave out. */
  isRelative: boolean
  hasUsage: boolean
  promptTokens: number
}

const usualChunk = 12
const charactersPerToken = 4

export function whole(said: Said, scene: Scene): Answer {
  const { content = '', refusal = null, finishReason = 'stop' } = said
  return {
    status: 200,
    body: {
      ...headOf('chat.completion', scene),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, ...(!scene.isRelative && { refusal, annotations: [] }) },
          logprobs: null,
          finish_reason: finishReason,
        },
      ],
      ...(!scene.isRelative && { usage: usageOf(said, scene) }),
    },
  }
}

export function stream(said: Said, scene: Scene): Answer {
  const { content, refusal, finishReason = 'stop', chunkLength = usualChunk } = said
  const head = headOf('chat.completion.chunk', scene)
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(scene.hasUsage && !scene.isRelative && { usage: null }),
  })
  const spoken = [...chunksOf(content ?? '', chunkLength)].map((text) => chunk({ content: text }))
  const refused = [...chunksOf(refusal ?? '', chunkLength)].map((text) => chunk({ refusal: text }))
  const events = [
    chunk({ role: 'assistant', content: refusal === undefined ? '' : null }),
    ...spoken,
    ...refused,
    chunk({}, finishReason),
    ...(scene.hasUsage && !scene.isRelative ? [{ ...head, choices: [], usage: usageOf(said, scene) }] : []),
  ]
  const body = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
  return { status: 200, headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, body }
}

/** The chunks of a stream that this made. */
export const eventsOf = (body: string): unknown[] =>
  body.split('\n\n').flatMap((event) => (event === '' || event === 'data: [DONE]' ? [] : JSON.parse(event.slice(6))))

const headOf = (object: string, { id, model, at }: Scene) => ({
  id,
  object,
  created: Math.floor(at / 1_000),
  model,
})

function usageOf({ content, refusal }: Said, { promptTokens }: Scene) {
  const answer = Math.ceil((content ?? refusal ?? '').length / charactersPerToken)
  return { prompt_tokens: promptTokens, completion_tokens: answer, total_tokens: promptTokens + answer }
}

/** Between characters, never inside of one. */
function* chunksOf(text: string, length: number): Generator<string> {
  const characters = [...text]
  for (let at = 0; at < characters.length; at += length) yield characters.slice(at, at + length).join('')
}
