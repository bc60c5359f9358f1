/**
 * What other processes may order at the control door:
 *
 *     POST /__stand-in/say   {"content": "…", "refusal": "…", "finishReason": "length", "chunkLength": 1}; each may be missing
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from '../http/send.ts'
import type { Said } from './chat-answers.ts'

const isSaid = new Ajv2020({ allowUnionTypes: true }).compile<Said>({
  type: 'object',
  additionalProperties: false,
  properties: {
    content: { type: ['string', 'null'] },
    refusal: { type: 'string' },
    finishReason: { enum: ['stop', 'length', 'content_filter'] },
    chunkLength: { type: 'integer', minimum: 1 },
  },
})

export const openaiOrders =
  (say: (said: Said) => void) =>
  (what: string, order: unknown): Answer | undefined => {
    if (what !== 'say' || !isSaid(order)) return undefined
    say(order)
    return { status: 200, body: {} }
  }
