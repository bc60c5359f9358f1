/** How all processes together treat a failing provider. The parts that call it are tested over HTTP. */

import { openaiErrors, openaiStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { openaiCompatible } from '#adapters/ai/openai-compatible.ts'
import { providerQuotasService } from '#features/core/index.ts'
import { openLog } from '#platform/log.ts'
import { anAnalysis, anySignal, failureOf, partsOf } from '../../../testing/ai-suite.ts'
import { testStore } from '../../../testing/test-store.ts'
import { aiClient } from './ai-client.service.ts'

const order = { companyName: 'Northlane', industry: 'bicycles', templatePrompt: null }

/** Two nodes on one store. */
async function nodes() {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const standIn = await openaiStandIn().start()
  onTestFinished(standIn.end)
  let now = Date.parse('2026-11-21T12:00:00Z')
  const clock = { now: () => now }
  const { url, token: key, model } = standIn
  const [one, other] = [1, 2].map(() =>
    aiClient({
      ai: openaiCompatible({ url: `${url}/v1`, key, model, clock }),
      quotas: providerQuotasService({ database, clock }),
      clock,
      log: openLog('silent'),
    }),
  )
  if (!one || !other) throw new Error('two nodes')
  return {
    one,
    other,
    standIn,
    wait: (ms: number) => {
      now += ms
    },
    now: () => now,
  }
}

test('a limit holds for all nodes until the provider takes calls again', async () => {
  const { one, other, standIn, wait, now } = await nodes()
  standIn.faults.next(1, openaiErrors.rateLimit({ 'Retry-After': '20' }))
  const first = await failureOf(one.generatePrompt(order, anySignal))
  const { failure } = await partsOf(other.analyse(await anAnalysis(), anySignal))
  expect([first, failure]).toEqual([
    expect.objectContaining({ kind: 'limited', retryAt: now() + 20_000 }),
    expect.objectContaining({ kind: 'limited', retryAt: now() + 20_000, message: first.message }),
  ])
  expect(standIn.calls.total).toBe(1)
  wait(20_000)
  expect((await partsOf(other.analyse(await anAnalysis(), anySignal))).failure).toBeNull()
})

test('where the balance is used up, calls pause for a quarter of an hour, and every request gets the reason', async () => {
  const { one, other, standIn, now } = await nodes()
  standIn.faults.next(1, openaiErrors.noQuota())
  expect((await failureOf(one.generatePrompt(order, anySignal))).kind).toBe('no_quota')
  expect(await failureOf(other.generatePrompt(order, anySignal))).toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('the paid quota is used up'),
    retryAt: now() + 15 * 60_000,
  })
  expect(standIn.calls.total).toBe(1)
})

test('five faults in a row give the provider half a minute of quiet', async () => {
  const { one, other, standIn, wait } = await nodes()
  standIn.faults.next(5, openaiErrors.overloaded())
  for (let calls = 0; calls < 5; calls += 1) await failureOf(one.generatePrompt(order, anySignal))
  expect((await failureOf(other.generatePrompt(order, anySignal))).kind).toBe('unavailable')
  expect(standIn.calls.total).toBe(5)
  wait(30_000)
  expect((await other.generatePrompt(order, anySignal)).text).not.toBe('')
})

test('a failure of one request, or a client that aborts, pauses nothing', async () => {
  const { one, standIn } = await nodes()
  for (const error of [openaiErrors.badImage(), openaiErrors.tooLong()]) {
    standIn.faults.next(1, error)
    expect((await failureOf(one.generatePrompt(order, anySignal))).kind).toBe('not_accepted')
  }
  standIn.say({ content: null, refusal: 'No.' })
  expect((await failureOf(one.generatePrompt(order, anySignal))).kind).toBe('refused')
  standIn.faults.next(1, 'hang')
  const ending = new AbortController()
  const parts = partsOf(one.analyse(await anAnalysis(), ending.signal))
  await expect.poll(() => standIn.calls.total).toBe(4)
  ending.abort(new Error('given up'))
  expect((await parts).failure).toEqual(new Error('given up'))
  expect((await one.generatePrompt(order, anySignal)).text).not.toBe('')
})

test('an answer is given although it could not be written down how the provider does', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const standIn = await openaiStandIn().start()
  onTestFinished(standIn.end)
  const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') }
  const away = () => Promise.reject(new Error('the store is away'))
  const { url, token: key, model } = standIn
  const lines: string[] = []
  const calls = aiClient({
    ai: openaiCompatible({ url: `${url}/v1`, key, model, clock }),
    quotas: { ...providerQuotasService({ database, clock }), noteSuccess: away, noteFailure: away },
    clock,
    log: openLog('error', { write: (line) => lines.push(line) }),
  })
  expect((await calls.generatePrompt(order, anySignal)).text).not.toBe('')
  const { failure, uses } = await partsOf(calls.analyse(await anAnalysis(), anySignal))
  expect([failure, uses.length]).toEqual([null, 1])
  standIn.faults.next(1, openaiErrors.overloaded())
  expect((await failureOf(calls.generatePrompt(order, anySignal))).kind).toBe('unavailable')
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(Array(3).fill('the store is away'))
})
