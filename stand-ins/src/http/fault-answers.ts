/** Does to one call what the faults say. */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isErrorItem, type OtherAnswer, type PickedFault } from './faults.ts'
import {
  type Answer,
  isRaw,
  sendAndReset,
  sendAnswer,
  sendHuge,
  sendPage,
  sendTrickling,
  sendTruncated,
} from './send.ts'
import type { Call, Service } from './service.ts'

const trickleMs = 100

interface Broken {
  service: Service
  call: Call
  picked: PickedFault
  /** Writes the call into the log; 0 for no answer. */
  note(status: number): void
  signal: AbortSignal
  /** Resolves when what is held may go. */
  waitForRelease(): Promise<void>
  /** For the answers that are good in spite of the fault. */
  judge(operation: string, answer: Answer): void
}

export async function answerWithFault(response: ServerResponse, broken: Broken): Promise<void> {
  const { service, call, picked, note, signal, waitForRelease, judge } = broken
  const { fault } = picked
  if (fault === 'hang') return note(0)
  if (fault === 'html') {
    note(200)
    return sendPage(response)
  }
  if (typeof fault === 'object' && 'status' in fault) {
    note(fault.status)
    return sendOther(response, fault)
  }
  if (typeof fault === 'object' && 'actsAfterMs' in fault) await pause(fault.actsAfterMs, undefined, { signal })
  const right = await call.answer(isErrorItem(fault) ? { names: picked.names, kind: fault.errorItem } : undefined)
  judge(call.operation, right)
  if (typeof fault === 'object' && 'actsThen' in fault) {
    note(fault.actsThen.status)
    return sendOther(response, fault.actsThen)
  }
  note(fault === 'reset' || fault === 'drop' ? 0 : right.status)
  switch (fault) {
    case 'drop':
      response.destroy()
      return
    case 'reset':
      return sendAndReset(response, right)
    case 'trickle':
      return sendTrickling(response, right, { everyMs: trickleMs, signal })
    case 'huge':
      return sendHuge(response, right)
    case 'emptyList':
      return sendAnswer(response, service.emptyAnswer(right))
    case 'wrongTypes':
      return sendAnswer(response, isRaw(right) ? right : { ...right, body: withoutNumbers(right.body) })
    case 'truncated':
      return sendTruncated(response, right)
    case 'held':
      await waitForRelease()
      return sendAnswer(response, right)
  }
  if ('trickleMs' in fault) return sendTrickling(response, right, { everyMs: fault.trickleMs, signal })
  if ('delayMs' in fault) await pause(fault.delayMs, undefined, { signal })
  sendAnswer(response, right)
}

const sendOther = (response: ServerResponse, { status, headers = {}, body = {} }: OtherAnswer): void =>
  sendAnswer(response, { status, headers, body })

function withoutNumbers(value: unknown): unknown {
  if (typeof value === 'number') return 'many'
  if (Array.isArray(value)) return value.map(withoutNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNumbers(inner)]))
}
