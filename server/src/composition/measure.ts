/** What is measured of work and errors, around the parts that do it: they know nothing of metrics. */
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#ports/metrics.ts'
import { type Handler, RetryAt } from '#ports/queue.ts'
import type { Renderer } from '#ports/renderer.ts'

const secondsSince = (begun: number) => (performance.now() - begun) / 1_000

/** The log, whose errors are counted by name. */
export function countLogErrors(log: Log, metrics: Metrics): Log {
  return {
    error(details, message) {
      const { err, error = err } = details as { err?: unknown; error?: unknown }
      metrics.countError(error instanceof Error ? error.name : 'none')
      log.error(details, message)
    },
    warn: (details, message) => log.warn(details, message),
    info: (details, message) => log.info(details, message),
    debug: (details, message) => log.debug(details, message),
  }
}

const outcomeOf = (error: Error | undefined) => {
  if (!error) return 'done'
  return error instanceof RetryAt ? 'postponed' : 'failed'
}

export function measureHandler(handler: Handler, metrics: Metrics): Handler {
  const { kind } = handler
  return {
    ...handler,
    async run(jobs) {
      const begun = performance.now()
      let named: ReadonlyMap<string, Error> | undefined
      let thrown: Error | undefined
      try {
        named = await handler.run(jobs)
        return named
      } catch (error) {
        thrown = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        metrics.observeWork(kind, secondsSince(begun))
        for (const { id } of jobs) metrics.countJob({ kind, outcome: outcomeOf(thrown ?? named?.get(id)) })
      }
    },
  }
}

export function measureRenderer(renderer: Renderer, metrics: Metrics): Renderer {
  return {
    ...renderer,
    async render(order) {
      const begun = performance.now()
      try {
        const reel = await renderer.render(order)
        metrics.observeRender('done', secondsSince(begun))
        return reel
      } catch (error) {
        metrics.observeRender(order.signal.aborted ? 'aborted' : 'failed', secondsSince(begun))
        throw error
      }
    },
  }
}
