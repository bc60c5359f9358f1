/** What work and errors leave behind in the metrics. */
import { expect, test } from 'vitest'
import { prometheusMetrics } from '#adapters/metrics/prometheus.ts'
import { openLog } from '#platform/log.ts'
import { type Handler, PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { type RenderedReel, RenderRefused } from '#ports/renderer.ts'
import { testRenderer } from '../testing/test-renderer.ts'
import { countLogErrors, measureHandler, measureRenderer } from './measure.ts'

const job = (id: string) => ({ id }) as RunningJob
const metricsOfTest = () => {
  const metrics = prometheusMetrics('test')
  const linesOf = async (name: string) =>
    (await metrics.write([])).text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => line.slice(name.length).replace(/node="test",|,?node="test"/, ''))
      .toSorted()
  return { metrics, linesOf }
}

test('tries of jobs are counted by kind and outcome, and calls of handlers measured', async () => {
  const { metrics, linesOf } = metricsOfTest()
  const measureRun = (run: Handler['run']) => measureHandler({ kind: 'send-webhooks', concurrency: 1, run }, metrics)
  const named = new Map([
    ['b', new RetryAt('later', 5)],
    ['c', new PermanentError('never')],
  ])
  expect(await measureRun(async () => named).run(['a', 'b', 'c'].map(job))).toBe(named)
  await expect(measureRun(() => Promise.reject(new Error('thrown'))).run([job('d')])).rejects.toThrow('thrown')
  expect(await linesOf('tangelo_jobs_total')).toEqual([
    '{kind="send-webhooks",outcome="done"} 1',
    '{kind="send-webhooks",outcome="failed"} 2',
    '{kind="send-webhooks",outcome="postponed"} 1',
  ])
  expect(await linesOf('tangelo_job_duration_seconds_count')).toEqual(['{kind="send-webhooks"} 2'])
})

test('reels are counted by outcome', async () => {
  const { metrics, linesOf } = metricsOfTest()
  const order = (signal: AbortSignal) => ({ signal }) as Parameters<ReturnType<typeof testRenderer>['render']>[0]
  const outcomes = [
    async () => ({}) as RenderedReel,
    () => Promise.reject(new RenderRefused('encoder_failed', 'It failed.')),
    () => Promise.reject(new Error('aborted')),
  ]
  const signals = [new AbortController().signal, new AbortController().signal, AbortSignal.abort()]
  for (const [at, render] of outcomes.entries())
    await measureRenderer({ ...testRenderer(), render }, metrics)
      .render(order(signals[at] ?? AbortSignal.abort()))
      .catch(() => {})
  expect(await linesOf('tangelo_renders_total')).toEqual([
    '{outcome="aborted"} 1',
    '{outcome="done"} 1',
    '{outcome="failed"} 1',
  ])
})

test('errors of the log are counted by their name, and written as before', async () => {
  const { metrics, linesOf } = metricsOfTest()
  const written: string[] = []
  const log = countLogErrors(openLog('error', { write: (line) => void written.push(line) }), metrics)
  log.error({ err: new TypeError('one') }, 'first')
  log.error({ error: new RangeError('two') }, 'second')
  log.error({ reason: 'three' }, 'third')
  log.warn({}, 'not counted')
  expect(await linesOf('tangelo_errors_total')).toEqual([
    '{name="RangeError"} 1',
    '{name="TypeError"} 1',
    '{name="none"} 1',
  ])
  expect(written.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second', 'third'])
})
