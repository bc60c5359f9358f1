/**
 * Writes lines to a file descriptor without ever stopping the process: a line that cannot be written (the disk is full, the
 * reader of a pipe is gone or stuck) is dropped and counted, and the count is written before the next line that gets through.
 */
import { writeSync } from 'node:fs'

export interface LineSink {
  write(line: string): void
}

/** A reader of a pipe that is only slow gets this long; one that is stuck gets it once. */
const PIPE_TRIES = 10
const PIPE_WAIT_MS = 5

const waiting = new Int32Array(new SharedArrayBuffer(4))
const isPipeFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

export function lineSink(descriptor: number): LineSink {
  let dropped = 0
  /** A line was written in part only: the next one must not go on in it. */
  let isLineOpen = false

  function isWritten(line: string): boolean {
    let rest = Buffer.from(isLineOpen ? `\n${line}` : line)
    let tries = dropped > 0 ? 1 : PIPE_TRIES
    while (rest.length > 0)
      try {
        rest = rest.subarray(writeSync(descriptor, rest))
        isLineOpen = rest.length > 0
      } catch (error) {
        tries -= 1
        if (!isPipeFull(error) || tries === 0) return false
        Atomics.wait(waiting, 0, 0, PIPE_WAIT_MS)
      }
    return true
  }

  const countLine = () =>
    `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines could not be written and were dropped' })}\n`

  return {
    write(line) {
      const isDropped = (dropped > 0 && !isWritten(countLine())) || !isWritten(line)
      dropped = isDropped ? dropped + 1 : 0
    },
  }
}
