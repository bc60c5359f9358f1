/**
 * The server around a vendor's protocol: listens on 127.0.0.1, judges what comes and what goes, does wrong what it was
 * asked to, keeps a log, serves the pictures of the world, and has a door for other processes (`control-door.ts`).
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pictureAt, picturesPath } from '../world/pictures.ts'
import { callLog } from './call-log.ts'
import { controlDoor, controlPath } from './control-door.ts'
import { answerWithFault } from './fault-answers.ts'
import { faultBook } from './faults.ts'
import { type Answer, sendAnswer, sendFile } from './send.ts'
import type { Service, TakeChunk } from './service.ts'
import type { StandIn, StandInOptions, Violation } from './stand-in.ts'
import { standInClock } from './stand-in-clock.ts'

const violationsKept = 1000
const largestBody = 4 * 1024 * 1024

export async function startStandIn(
  service: Service,
  { clock: given, port = 0, latencyMs = 0, token }: StandInOptions & { token: string },
): Promise<StandIn> {
  const clock = standInClock(given)
  const faults = faultBook()
  const calls = callLog()
  const violations: Violation[] = []
  const ending = new AbortController()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!ending.signal.aborted && !isGone(error)) violate('stand-in', 'answer', [String(error)])
      response.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const standIn: StandIn = {
    url: base,
    token,
    faults,
    calls,
    violations,
    get items() {
      return service.items
    },
    now: clock.now,
    moveTime: clock.move,
    async end() {
      if (ending.signal.aborted) return
      ending.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  const door = controlDoor(standIn, service)
  return standIn

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base)
    const method = request.method ?? 'GET'
    if (url.pathname.startsWith(picturesPath)) return sendFile(response, pictureAt(url, clock.now()))
    const file = service.file?.(url, clock.now())
    if (file) return sendFile(response, file)
    const take = service.receive?.({ method, url, headers: request.headers })
    if (take && !(await isTaken(request, take))) {
      response.destroy()
      return
    }
    const bytes = take ? Buffer.alloc(0) : await bodyOf(request, service.bodyBytesMax ?? largestBody)
    if (url.pathname.startsWith(controlPath))
      return sendAnswer(response, door(method, url.pathname, bytes.toString('utf8')))
    response.once('close', calls.noteArrival())
    const at = clock.now()
    const { headers } = request
    const call = service.read({
      method,
      url,
      headers,
      bytes,
      get body() {
        return bytes.toString('utf8')
      },
      at,
      base,
    })
    const { operation, names } = call
    const note = (status: number) => calls.note({ at, operation, names, status })
    if (latencyMs > 0) await pause(latencyMs, undefined, { signal: ending.signal })
    if (call.problems.length > 0) violate(operation, 'request', call.problems)
    const picked = call.problems.length > 0 ? undefined : faults.pick(names, at, operation)
    if (picked) {
      const { waitForRelease } = faults
      return answerWithFault(response, {
        service,
        call,
        picked,
        note,
        signal: ending.signal,
        waitForRelease,
        judge,
      })
    }
    const answer = await call.answer()
    judge(operation, answer)
    note(answer.status)
    sendAnswer(response, answer)
  }

  function judge(operation: string, answer: Answer): void {
    const problems = service.answerProblems(operation, answer)
    if (problems.length > 0) violate(operation, 'answer', problems)
  }

  function violate(operation: string, side: Violation['side'], problems: readonly string[]): void {
    if (violations.length < violationsKept) violations.push({ at: clock.now(), operation, side, problems })
  }
}

/** The client went away in the middle of its own request. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

/** Whether all of it was. */
async function isTaken(request: IncomingMessage, take: TakeChunk): Promise<boolean> {
  for await (const chunk of request as AsyncIterable<Buffer>) if (!take(chunk)) return false
  return true
}

async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new Error(`a request of more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
