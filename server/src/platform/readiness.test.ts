import { expect, test } from 'vitest'
import { type NotReady, type ReadinessCheck, readiness } from './readiness.ts'

const reasonOf = (reason: string): NotReady => ({ reason, message: `${reason}.` })

function collectLines() {
  const lines: string[] = []
  const line = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${'reason' in details ? details.reason : ''}`.trim())
  return { lines, log: { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') } }
}

const check = (find: () => Promise<NotReady | null>): ReadinessCheck => ({ otherwise: reasonOf('otherwise'), find })

test('a node is ready when no check finds a reason against it', async () => {
  expect(await readiness([], collectLines()).find()).toBeNull()
  expect(await readiness([check(async () => null)], collectLines()).find()).toBeNull()
})

test('the first reason in the order of the checks is answered', async () => {
  const checks = [check(async () => null), check(async () => reasonOf('disk')), check(async () => reasonOf('store'))]
  expect(await readiness(checks, collectLines()).find()).toEqual(reasonOf('disk'))
})

test('a check that throws or never answers is a reason too', async () => {
  const { log } = collectLines()
  expect(await readiness([check(() => Promise.reject(new Error('no')))], { log }).find()).toEqual(reasonOf('otherwise'))
  const hanging = readiness([check(() => new Promise(() => {}))], { log, timeoutMs: 1 })
  expect(await hanging.find()).toEqual(reasonOf('otherwise'))
})

test('a change is logged once, however often a load balancer polls', async () => {
  const { lines, log } = collectLines()
  let now: NotReady | null = null
  const asked = readiness([check(async () => now)], { log })
  for (const found of [null, reasonOf('disk'), reasonOf('disk'), reasonOf('store'), null, null]) {
    now = found
    await asked.find()
  }
  expect(lines).toEqual([
    'error not ready for requests disk',
    'error not ready for requests store',
    'info ready for requests again',
  ])
})
