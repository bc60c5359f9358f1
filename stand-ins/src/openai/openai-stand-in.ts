/**
 * OpenAI's interface as far as one question about one image needs it: chat completions, whole or as a stream, and models.
 * It also plays a server that only speaks like the vendor's (`isRelative`). It answers the same to the same question, or what
 * a test tells it to say. Responses, tools and everything else are not played; who asks for them hears that.
 */
import { createHash } from 'node:crypto'
import { contract } from '../http/contract.ts'
import { parseJson } from '../http/parse-json.ts'
import { type Answer, isRaw } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { eventsOf, type Said, stream, whole } from './chat-answers.ts'
import { type ChatQuestion, imagesOf, textOf } from './chat-questions.ts'
import { openaiErrors } from './openai-errors.ts'
import { openaiOrders } from './openai-orders.ts'

export interface OpenaiOptions extends StandInOptions {
  token?: string
  models?: readonly string[]
  /** A compatible server: it needs no key, leaves out usage and refusal, and knows `max_tokens` alone. */
  isRelative?: boolean
}

export interface OpenaiStandIn extends StandIn {
  model: string
  /** What was asked, oldest first, without the calls that failed. */
  questions: readonly ChatQuestion[]
  /** Says this to the next question that has nothing to be said to it yet. */
  say(said: Said): void
}

const usualModels = ['gpt-4o-mini', 'gpt-4o']
/** An image of 10 MB, and what is written around it. */
const largestBody = 16 * 1024 * 1024
const prefix = '/v1'
const chunkSchema = 'CreateChatCompletionStreamResponse'

export function openaiStandIn(options: OpenaiOptions = {}) {
  const { token = 'sk-sample-key-of-the-stand-in-0123456789', models = usualModels, isRelative = false } = options
  return {
    async start(): Promise<OpenaiStandIn> {
      const clock = standInClock(options.clock)
      const questions: ChatQuestion[] = []
      const toSay: Said[] = []
      const say = (said: Said) => void toSay.push(said)
      const talk = { questions, next: () => toSay.shift(), say }
      const service = openaiService(talk, { token, models, isRelative })
      const started = await startStandIn(service, { ...options, clock, token })
      return Object.assign(started, { model: models[0] ?? '', questions, say })
    },
  }
}

interface Talk {
  questions: ChatQuestion[]
  next(): Said | undefined
  say(said: Said): void
}

function openaiService(
  talk: Talk,
  { token, models, isRelative }: { token: string; models: readonly string[]; isRelative: boolean },
): Service {
  const rules = contract('openai/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  let items = 0

  const describeModel = (id: string) => ({ id, object: 'model', created: 1_721_172_741, owned_by: 'system' })

  const played: Record<string, (asked: Asked, path: Record<string, string>) => Answer> = {
    createChatCompletion: ({ body, at }) => chat(JSON.parse(body) as ChatQuestion, at),
    listModels: () => ({ status: 200, body: { object: 'list', data: models.map(describeModel) } }),
    retrieveModel: (_, { model = '' }) =>
      models.includes(model) ? { status: 200, body: describeModel(model) } : openaiErrors.noSuchModel(model),
  }

  function chat(question: ChatQuestion, at: number): Answer {
    if (!models.includes(question.model)) return openaiErrors.noSuchModel(question.model)
    if (isRelative && question.max_completion_tokens !== undefined)
      return openaiErrors.unknownParameter('max_completion_tokens')
    const images = imagesOf(question)
    const wrong = images.find((image) => image.problem)?.problem
    if (wrong) return wrong === 'no image' ? openaiErrors.badImage() : openaiErrors.noImageAddress()
    talk.questions.push(question)
    items += 1
    const text = textOf(question)
    const scene = {
      id: `chatcmpl-${createHash('sha256').update(`${items} ${text}`).digest('hex').slice(0, 24)}`,
      model: question.model,
      at,
      isRelative,
      hasUsage: question.stream_options?.include_usage === true,
      promptTokens: Math.ceil(text.length / 4) + images.length * 85,
    }
    const said = talk.next() ?? { content: usualAnswer(text, images) }
    return question.stream ? stream(said, scene) : whole(said, scene)
  }

  function read(asked: Asked): Call {
    const path = asked.url.pathname
    const found = path.startsWith(`${prefix}/`) ? rules.find(asked.method, path.slice(prefix.length)) : undefined
    const does = found && played[found.operation.id]
    if (!does) {
      const problems = [`${asked.method} is not in the contract at this address, or not played here`]
      return { operation: 'unknown', names: [], problems, answer: openaiErrors.notPlayed }
    }
    const { operation } = found
    const body = asked.body === '' ? undefined : parseJson(asked.body)
    const parts = Object.fromEntries(Object.entries(found.path).map(([name, text]) => [name, decodeURIComponent(text)]))
    const problems = operation.requestProblems({ path: parts, query: Object.fromEntries(asked.url.searchParams), body })
    if (problems.length > 0) return { operation: operation.id, names: [], problems, answer: openaiErrors.badRequest }
    const key = asked.headers.authorization?.replace(/^Bearer /, '') ?? ''
    return {
      operation: operation.id,
      names: [],
      problems: [],
      answer: () => (isRelative || key === token ? does(asked, parts) : openaiErrors.invalidKey(key)),
    }
  }

  return {
    read,
    bodyBytesMax: largestBody,
    answerProblems(operation, answer) {
      if (isRaw(answer)) return eventsOf(String(answer.body)).flatMap((event) => rules.problems(chunkSchema, event))
      // What comes with a 429, and to an address that is none, only the error's own schema tells.
      const ofError = answer.status < 400 ? [] : rules.problems('ErrorResponse', answer.body)
      return [...ofError, ...(operations.get(operation)?.answerProblems(answer) ?? [])]
    },
    emptyAnswer: (answer) => (isRaw(answer) ? { ...answer, body: 'data: [DONE]\n\n' } : answer),
    get items() {
      return items
    },
    order: openaiOrders(talk.say),
  }
}

/** Something to read, the same for the same question, that shows what the model was given. */
function usualAnswer(text: string, images: ReturnType<typeof imagesOf>): string {
  const tone = /Use an? ([\w &]+?) tone/i.exec(text)?.[1] ?? 'plain'
  const seen = images.map(({ type, bytes }) => `${type} of ${bytes} bytes`).join(', ')
  return images.length > 0
    ? `A picture (${seen}), described in a ${tone} tone.\n\n1. The light does the talking.\n2. Made with care.\n3. See for yourself.\n\n#picture #light #care`
    : `Write an Instagram caption. ${text.slice(-200)}`
}
