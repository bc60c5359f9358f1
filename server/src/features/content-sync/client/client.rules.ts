/** What people are told of a failure of the service that keeps tables. */
import { Failure } from '#platform/errors.ts'
import { ContentDatabaseFailure } from '#ports/content-database.ts'

/** Anything else stays as it is. */
export function asFailure(error: unknown, now: number): unknown {
  if (!(error instanceof ContentDatabaseFailure)) return error
  const { kind, message, retryAt, isUncertain } = error
  switch (kind) {
    case 'gone':
      return new Failure(404, 'gone', message)
    case 'refused':
    case 'columns_changed':
    case 'missing':
      return new Failure(409, `table_${kind}`, message)
    case 'limited': {
      const seconds = Math.max(1, Math.ceil(((retryAt ?? now) - now) / 1_000))
      return new Failure(
        503,
        'table_limited',
        `${message} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { retryAfterSeconds: seconds },
        { 'retry-after': String(seconds) },
      )
    }
    default:
      return new Failure(
        502,
        `table_${kind}`,
        isUncertain
          ? `${message} Should the change have arrived there all the same, it comes here by itself.`
          : message,
      )
  }
}
