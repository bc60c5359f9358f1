/** People who write through HTTP while the store under the nodes breaks. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '../../server-process.ts'
import { Broken, PASSWORD } from '../../trial.ts'
import { emptyLedger, type Ledger } from './store-ledger.ts'
import {
  type Ask,
  addAccount,
  changeNote,
  giveCredit,
  makeDraft,
  makeReel,
  type Person,
  prepare,
  tryToGive,
} from './store-people.ts'

const WRITE_EVERY_MS = 20
const ASK_AGAIN_MS = 100
/** What is under way when the load ends is acknowledged by then. */
const ENDS_WITHIN_MS = 120_000

export interface Load {
  token: string
  ledger: Ledger
  /** From now on a node may refuse. */
  expectFaults(): void
  /** From now on every node has so long to read and write again. Throws `Broken` when that takes longer. */
  recover(): Promise<void>
  /** Rejects as soon as something is answered that must not be. */
  failed: Promise<never>
  /** Resolves when everything that was begun is acknowledged. Safe to repeat. */
  end(): Promise<{ acknowledged: number; refused: number }>
}

export async function beginLoad(
  nodes: readonly RunningServer[],
  { statuses, renders, recoversWithinMs }: { statuses: readonly number[]; renders: boolean; recoversWithinMs: number },
): Promise<Load> {
  const [first] = nodes
  if (!first) throw new Error('There is no node')
  const token = await first.signIn('admin', PASSWORD)
  const ledger = emptyLedger()
  const counts = { acknowledged: 0, refused: 0 }
  let isEnding = false
  let answersBy = Number.POSITIVE_INFINITY
  let toleratedUntil = 0

  const askerOf =
    (node: RunningServer): Ask =>
    async <Answer extends object>(method: string, path: string, body?: object | FormData, key?: string) => {
      const sentAt = performance.now()
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      const answer = await node.ask(method, path, { token, headers, ...(body && { body }) }).catch(async (error) => {
        // If the node has ended, that is the failure to report.
        await Promise.race([node.ended, pause(ASK_AGAIN_MS)])
        throw error
      })
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text) as Answer
      // Neither is about the store: the same request is worked on already, or too much waits.
      const isTold = answer.status === 429 || text.includes('"in_progress"')
      if (!isTold && (!statuses.includes(answer.status) || sentAt > toleratedUntil))
        throw new Broken(`${method} ${path} answered ${answer.status}: ${text}`)
      counts.refused += 1
      return null
    }
  const insist: Person['insist'] = async (ask) => {
    for (let answer = await ask(); ; answer = await ask()) {
      if (answer !== null) return answer
      if (performance.now() > answersBy) throw new Broken('What was begun is never acknowledged')
      await pause(ASK_AGAIN_MS)
    }
  }
  const personAt = (node: RunningServer): Person => ({ ask: askerOf(node), ledger, insist })

  const images = await prepare(personAt(first), nodes.length)
  const keepDoing = async (write: () => Promise<unknown>) => {
    while (!isEnding) {
      await write()
      counts.acknowledged += 1
      await pause(WRITE_EVERY_MS)
    }
  }
  const working = nodes.flatMap((node, at) => {
    const person = personAt(node)
    return [
      keepDoing(() => addAccount(person)),
      keepDoing(() => changeNote(person, at + 1)),
      keepDoing(() => makeDraft(person)),
      keepDoing(() => giveCredit(person)),
      keepDoing(() => makeReel(person, images, renders && at === 0)),
    ]
  })
  const failed = Promise.all(working).then(() => new Promise<never>(() => {}))
  failed.catch(() => {})

  return {
    token,
    ledger,
    failed,
    expectFaults() {
      toleratedUntil = Number.POSITIVE_INFINITY
    },
    async recover() {
      toleratedUntil = performance.now() + recoversWithinMs
      const backs = nodes.map(async (node, at) => {
        const person = personAt(node)
        const isBack = async () => (await person.ask('GET', '/api/accounts/1')) && (await tryToGive(person))
        while (!(await isBack())) {
          if (performance.now() > toleratedUntil)
            throw new Broken(`Node ${at + 1} did not recover within ${recoversWithinMs} ms`)
          await pause(ASK_AGAIN_MS)
        }
      })
      await Promise.all(backs)
    },
    async end() {
      isEnding = true
      answersBy = performance.now() + ENDS_WITHIN_MS
      await Promise.all(working)
      return counts
    },
  }
}
