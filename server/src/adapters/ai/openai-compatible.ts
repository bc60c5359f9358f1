/**
 * OpenAI, and the many compatible servers (Ollama, vLLM …), through chat completions, the part all of them support.
 * Responses are always streamed, also where the client wants the whole: so every response has a limit. Nothing is
 * retried automatically, since a call costs.
 */
import type { OpenAI as Client, ClientOptions } from 'openai'
import { type Ai, AiFailure, type AnalysisPart } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import { analysisInstructions, promptQuestion } from './instructions.ts'

export interface OpenaiOptions {
  /** Such as https://api.openai.com/v1. */
  url: string
  /** Null for a server that wants none. */
  key: string | null
  model: string
  clock: Clock
  /** Until the last byte. */
  wholeMs?: number
}

type Chat = Client.Chat.ChatCompletionCreateParamsStreaming

/** Design §5. */
const WHOLE_MS = 60_000
const TEST_MS = 10_000
/** As many tokens as 8 KB may take, and room for a model that thinks first. */
const ANSWER_TOKENS = 4_000
/** Of a stream: what surrounds 8 KB that come letter by letter. */
const BYTES_MAX = 8 * 1024 * 1024
/** The package wants one; servers without keys look at none. */
const NO_KEY = 'none'

/** Loaded at the first call: the start does not wait for it, and many installations never need it. */
const library = () => Promise.all([import('openai'), import('./openai-answer.ts'), import('./openai-failures.ts')])

export function openaiCompatible({ url, key, model, clock, wholeMs = WHOLE_MS }: OpenaiOptions): Ai {
  const { host } = new URL(url)
  const title = host === 'api.openai.com' ? 'OpenAI' : host
  const asked = { title, model, key: key ?? '', clock }
  /** Some servers know the limit of a response by its old name only; the first refusal reveals it. */
  let limitName: 'max_completion_tokens' | 'max_tokens' = 'max_completion_tokens'

  async function* streamAnswer(messages: Chat['messages'], signal: AbortSignal): AsyncGenerator<AnalysisPart> {
    const [{ OpenAI }, { answerParts }, { aiFailure, onceBegun, tooSlow }] = await library()
    const client = new OpenAI(clientOptions(url, key))
    const ending = new AbortController()
    const inTime = AbortSignal.timeout(wholeMs)
    const whole = AbortSignal.any([signal, inTime, ending.signal])
    const ask = () =>
      client.chat.completions
        .create(
          { model, messages, stream: true, stream_options: { include_usage: true }, [limitName]: ANSWER_TOKENS },
          { signal: whole, timeout: wholeMs },
        )
        .asResponse()
    let hasBegun = false
    try {
      const response = await ask().catch((error: unknown) => {
        if (limitName === 'max_tokens' || !isAboutLimit(error)) throw error
        limitName = 'max_tokens'
        return ask()
      })
      hasBegun = true
      yield* answerParts(response, ending, { title, model, client })
    } catch (error) {
      signal.throwIfAborted()
      const failure = inTime.aborted ? tooSlow(title, wholeMs / 1_000) : aiFailure(error, asked)
      throw hasBegun ? onceBegun(failure, { model, promptTokens: null, answerTokens: null }) : failure
    } finally {
      ending.abort()
    }
  }

  return {
    name: 'openai',
    title,
    model,

    async generatePrompt(order, signal) {
      const { instructions, question } = promptQuestion(order)
      const chunks: string[] = []
      try {
        for await (const part of streamAnswer([system(instructions), { role: 'user', content: question }], signal)) {
          if (part.use) return { text: chunks.join('').trim(), use: part.use }
          chunks.push(part.text)
        }
      } catch (error) {
        if (!(error instanceof AiFailure) || error.kind !== 'cut_off') throw error
        throw new AiFailure('cut_off', error.message, { use: error.use, text: chunks.join('').trim() })
      }
      throw new AiFailure('not_understood', `${title} sent an answer without an end. Try again.`)
    },

    analyse: ({ image, prompt, wants }, signal) =>
      streamAnswer(
        [
          system(analysisInstructions(wants)),
          {
            role: 'user',
            content: [
              { type: 'text', text: prompt },
              {
                type: 'image_url',
                image_url: { url: `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}` },
              },
            ],
          },
        ],
        signal,
      ),

    async test(signal) {
      const [{ OpenAI }, , { aiFailure, noSuchModel, tooSlow }] = await library()
      const inTime = AbortSignal.timeout(TEST_MS)
      const whole = AbortSignal.any([signal, inTime])
      try {
        const { data } = await new OpenAI(clientOptions(url, key)).models.list({ signal: whole, timeout: TEST_MS })
        if (Array.isArray(data) && data.length > 0 && !data.some(({ id }) => id === model || id === `${model}:latest`))
          throw noSuchModel(title, model)
      } catch (error) {
        signal.throwIfAborted()
        if (inTime.aborted) throw tooSlow(title, TEST_MS / 1_000)
        throw aiFailure(error, asked)
      }
    },
  }
}

const system = (content: string) => ({ role: 'system' as const, content })

/** Everything said, so that no other variable of the environment has a say. */
const clientOptions = (url: string, key: string | null): ClientOptions => ({
  apiKey: key ?? NO_KEY,
  baseURL: url,
  organization: null,
  project: null,
  webhookSecret: null,
  adminAPIKey: null,
  maxRetries: 0,
  logLevel: 'off',
  fetch: fetchBounded,
})

/** Follows no redirects with the key, and reads no more than a limit. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (!response.body) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > BYTES_MAX) controller.error(new AiFailure('not_understood', TOO_MUCH))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded, { status: response.status, headers: response.headers })
}

const TOO_MUCH = 'The AI provider sent far more than an answer. Try again.'

const isAboutLimit = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  (error.status === 400 || error.status === 422) &&
  /max_completion_tokens/.test(error.message)
