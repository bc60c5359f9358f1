/** Log lines: JSON, one per line, with the id of the request they belong to and never a secret. */
import { pino, stdSerializers } from 'pino'
import { lineSink } from './line-sink.ts'
import { currentRequestId } from './request-id.ts'

export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

const STDOUT = 1

export function openLog(level: string, stream: { write(line: string): void } = lineSink(STDOUT)): Log {
  const mixin = () => {
    const reqId = currentRequestId()
    return reqId === null ? {} : { reqId }
  }
  return pino(
    {
      level,
      mixin,
      // Under either name: an error has no field of its own that JSON would write.
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      redact: ['*.headers.authorization', '*.headers.cookie', 'token', '*.token'],
    },
    stream,
  )
}
