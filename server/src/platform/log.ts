/** Log lines: JSON, one per line, with the id of the request they belong to and never a secret. */
import { pino } from 'pino'

export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

export function openLog(level: string, stream?: { write(line: string): void }): Log {
  const options = { level, redact: ['*.headers.authorization', '*.headers.cookie', 'token', '*.token'] }
  return stream ? pino(options, stream) : pino(options)
}
