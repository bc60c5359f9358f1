/** What one vendor's protocol is to the server around it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorItemKind } from './faults.ts'
import type { Answer, FileAnswer } from './send.ts'

export interface Asked {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  /** As it came; `body` is the same as text. */
  bytes: Buffer
  body: string
  /** Epoch milliseconds of the stand-in's clock. */
  at: number
  /** The address of the stand-in, without a slash at the end. */
  base: string
}

/** A request, understood. */
export interface Call {
  operation: string
  /** The accounts or records it asks for. */
  names: readonly string[]
  /** What is wrong with it by the contract; then the answer refuses it in the vendor's shape. */
  problems: readonly string[]
  /** The vendor's answer; asked once. The names in `failing` fail by themselves, in this way. */
  answer(failing?: { names: ReadonlySet<string>; kind: ErrorItemKind }): Answer | Promise<Answer>
}

/** Takes a long body chunk by chunk, so that none is kept. False closes the connection in the middle of it. */
export type TakeChunk = (chunk: Buffer) => boolean

export interface Service {
  /** How the body of this call is taken, where it is not kept; bytes count as they come, whatever is answered. */
  receive?(head: Pick<Asked, 'method' | 'url' | 'headers'>): TakeChunk | undefined
  read(asked: Asked): Call
  /** What is wrong with an answer of its own by the contract. */
  answerProblems(operation: string, answer: Answer): string[]
  /** A good answer without its items or posts. */
  emptyAnswer(answer: Answer): Answer
  /** The largest body that is read; 4 MB where nothing is said. */
  readonly bodyBytesMax?: number
  /** Accounts or records delivered since the start; what a vendor would charge for. */
  readonly items: number
  /** A file it hands out without a proof of who asks; undefined for an address that is none. */
  file?(url: URL, now: number): FileAnswer | undefined
  /** An order of its own at the control door; undefined for one that it does not know. */
  order?(what: string, order: unknown): Answer | undefined
}
