/**
 * The door of a stand-in for other processes (`npm run dev`, browser tests, benches):
 *
 *     POST /__stand-in/faults   {"next": 3, "fault": "hang"}, with "of" one operation alone · {"always": true, "until": 0, "fault": …} ·
 *                               {"names": ["a"], "fault": …} · {"share": 0.05, "seed": 1, "fault": …} · {"clear": true} · {"release": true}
 *     POST /__stand-in/time     {"ms": 86400000}
 *     GET  /__stand-in/report   what was asked and what was wrong with it
 *
 * A vendor's stand-in may take orders of its own beside these.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Fault } from './faults.ts'
import { parseJson } from './parse-json.ts'
import type { Answer } from './send.ts'
import type { Service } from './service.ts'
import type { StandIn } from './stand-in.ts'

export const controlPath = '/__stand-in/'

const callsReported = 100

type FaultOrder =
  | { next: number; fault: Fault; of?: string }
  | { always: true; until?: number; fault: Fault }
  | { names: string[]; fault: Fault }
  | { share: number; seed: number; fault: Fault }
  | { clear: true }
  | { release: true }

const exactly = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

const count = { type: 'number', minimum: 0 }
const otherAnswer = exactly(
  { status: { type: 'integer', minimum: 200, maximum: 599 } },
  { body: {}, headers: { type: 'object' } },
)
const fault = {
  anyOf: [
    { enum: ['hang', 'reset', 'drop', 'trickle', 'html', 'huge', 'emptyList', 'wrongTypes', 'truncated', 'held'] },
    otherAnswer,
    exactly({ actsThen: otherAnswer }),
    exactly({ delayMs: count }),
    exactly({ actsAfterMs: count }),
    exactly({ trickleMs: count }),
    exactly({ errorItem: { enum: ['not_found', 'no_items'] } }),
  ],
}

const ajv = new Ajv2020({ allErrors: true })
const isFaultOrder = ajv.compile<FaultOrder>({
  anyOf: [
    exactly({ next: { type: 'integer', minimum: 1 }, fault }, { of: { type: 'string' } }),
    exactly({ always: { const: true }, fault }, { until: { type: 'number' } }),
    exactly({ names: { type: 'array', items: { type: 'string' } }, fault }),
    exactly({ share: { type: 'number', minimum: 0, maximum: 1 }, seed: { type: 'number' }, fault }),
    exactly({ clear: { const: true } }),
    exactly({ release: { const: true } }),
  ],
})
const isTimeOrder = ajv.compile<{ ms: number }>(exactly({ ms: { type: 'number' } }))

export function controlDoor(standIn: Omit<StandIn, 'end'>, service: Pick<Service, 'order'>) {
  return (method: string, path: string, text: string): Answer => {
    const asked = `${method} ${path.slice(controlPath.length)}`
    if (asked === 'GET report') return toAnswer(report(standIn))
    const order = parseJson(text)
    if (asked === 'POST time' && isTimeOrder(order)) {
      standIn.moveTime(order.ms)
      return toAnswer({ now: standIn.now() })
    }
    if (asked === 'POST faults' && isFaultOrder(order)) {
      obey(standIn, order)
      return toAnswer({})
    }
    const own = method === 'POST' ? service.order?.(path.slice(controlPath.length), order) : undefined
    return own ?? { status: 400, body: { error: 'not understood; see stand-ins/src/http/control-door.ts' } }
  }
}

const toAnswer = (body: unknown): Answer => ({ status: 200, body })

function obey({ faults }: Omit<StandIn, 'end'>, order: FaultOrder): void {
  if ('clear' in order) faults.clear()
  else if ('release' in order) faults.release()
  else if ('next' in order) faults.next(order.next, order.fault, order.of === undefined ? {} : { of: order.of })
  else if ('names' in order) faults.forNames(order.names, order.fault)
  else if ('share' in order) faults.share(order.share, order.fault, order.seed)
  else faults.always(order.fault, order.until === undefined ? {} : { until: order.until })
}

function report({ calls, violations, items, now }: Omit<StandIn, 'end'>) {
  return {
    now: now(),
    items,
    calls: {
      total: calls.total,
      mostAtOnce: calls.mostAtOnce,
      byStatus: calls.byStatus(),
      latest: calls.latest().slice(-callsReported),
    },
    violations,
  }
}
