/** A log whose errors are throttled: a fault that every request meets is a few lines and a count, not a full disk. */
import type { Log } from './log.ts'

const PERIOD_MS = 10_000
/** Lines of one kind that are written within a period, each with its stack. */
const WRITTEN_MAX = 3
/** Kinds that are counted separately; further ones share a count. */
const KINDS_MAX = 200

interface Kind {
  written: number
  leftOut: number
}

/** Errors and warnings of one kind (same message, same error up to its figures) beyond a few in ten seconds are counted only. */
export function throttledLog(log: Log): Log {
  const kinds = new Map<string, Kind>()

  function endPeriod(key: string, message: string) {
    const { leftOut = 0 } = kinds.get(key) ?? {}
    kinds.delete(key)
    if (leftOut > 0) log.error({ leftOut, withinMs: PERIOD_MS }, `${message} (and again, not written)`)
  }

  const throttle = (write: Log['error']) => (details: object, message: string) => {
    const own = kindOf(details, message)
    const key = kinds.has(own) || kinds.size < KINDS_MAX ? own : 'others'
    const known = kinds.get(key)
    const kind = known ?? { written: 0, leftOut: 0 }
    if (!known) {
      kinds.set(key, kind)
      setTimeout(endPeriod, PERIOD_MS, key, message).unref()
    }
    if (kind.written >= WRITTEN_MAX) {
      kind.leftOut += 1
      return
    }
    kind.written += 1
    write(details, message)
  }

  return {
    error: throttle((details, message) => log.error(details, message)),
    warn: throttle((details, message) => log.warn(details, message)),
    info: (details, message) => log.info(details, message),
    debug: (details, message) => log.debug(details, message),
  }
}

function kindOf(details: object, message: string): string {
  const { err, error = err } = details as { err?: unknown; error?: unknown }
  const cause = error instanceof Error ? `${error.name} ${error.message.slice(0, 200)}` : ''
  return `${message} ${cause}`.replaceAll(/\d+/g, '#')
}
