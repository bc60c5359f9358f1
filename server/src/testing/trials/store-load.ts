/**
 * People who write through HTTP while the store under the nodes breaks. What has an Idempotency-Key is sent again under it
 * until it is acknowledged; what has none may or may not have been done when it got no good answer, and is not sent again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reel } from '@tangelo/contract'
import sharp from 'sharp'
import type { RunningServer } from '../server-process.ts'
import { Broken, PASSWORD } from '../trial.ts'
import { emptyLedger, type Ledger } from './store-ledger.ts'

const WRITE_EVERY_MS = 20
const ASK_AGAIN_MS = 100
/** What is under way when the load ends is acknowledged by then. */
const ENDS_WITHIN_MS = 120_000

/** What a node answers; null where it said, as it may while something is wrong, that it could not. */
type Ask = <Answer extends object>(
  method: string,
  path: string,
  body?: object | FormData,
  key?: string,
) => Promise<Answer | null>

interface Person {
  ask: Ask
  ledger: Ledger
  /** Asks until it is acknowledged. */
  insist<Answer>(ask: () => Promise<Answer | null>): Promise<Answer>
}

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

/** An account for each node's notes, and the image of all reels. */
async function prepare({ ask, insist, ledger }: Person, nodes: number): Promise<string[]> {
  for (let at = 0; at < nodes; at += 1) {
    await insist(() => ask('POST', '/api/accounts', { username: `of_node_${at}` }))
    ledger.notes.set(at + 1, { acknowledged: 0, sent: 0 })
  }
  const plain = { create: { width: 540, height: 960, channels: 3 as const, background: 'orange' } }
  const form = new FormData()
  form.set('images', new Blob([new Uint8Array(await sharp(plain).jpeg().toBuffer())]), 'photo.jpg')
  return (await insist(() => ask<{ imageUrls: string[] }>('POST', '/api/upload/images', form))).imageUrls
}

/** Without a key: what gets no good answer may be there, once. */
async function addAccount({ ask, ledger }: Person): Promise<void> {
  const username = `a_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  ledger.sentAccounts.add(username)
  if (await ask('POST', '/api/accounts', { username })) ledger.accounts.add(username)
}

async function changeNote({ ask, ledger }: Person, id: number): Promise<void> {
  const { acknowledged = 0, sent = 0 } = ledger.notes.get(id) ?? {}
  ledger.notes.set(id, { acknowledged, sent: sent + 1 })
  if (await ask('PUT', `/api/accounts/${id}`, { notes: `note ${sent + 1}` }))
    ledger.notes.set(id, { acknowledged: sent + 1, sent: sent + 1 })
}

async function makeDraft({ ask, insist, ledger }: Person): Promise<void> {
  const caption = `draft ${randomUUID()}`
  await insist(() => ask('POST', '/api/content/posts', { caption }, caption.replace(' ', '-')))
  ledger.drafts.add(caption)
}

/** Enough for a reel and its video. */
async function giveCredit({ ask, insist, ledger }: Person): Promise<void> {
  const reason = `gift-${randomUUID()}`
  ledger.sentGifts.add(reason)
  await insist(() => ask('POST', '/api/companies/1/credits', { credits: 2, reason }, reason))
  ledger.gifts.add(reason)
}

/** Under a key of its own, which no earlier request still holds; streams tell of it. */
async function tryToGive({ ask, ledger }: Person): Promise<object | null> {
  const reason = `gift-${randomUUID()}`
  ledger.sentGifts.add(reason)
  const answer = await ask('POST', '/api/companies/1/credits', { credits: 1, reason }, reason)
  if (answer) ledger.gifts.add(reason)
  return answer
}

async function makeReel({ ask, insist, ledger }: Person, images: string[], isRendered: boolean): Promise<void> {
  const key = randomUUID()
  const make = () => ask<{ reel: Reel }>('POST', '/api/airtable/create-reel', { images, text: key }, key)
  const { reel } = await insist(make)
  ledger.reels.add(reel.id)
  if (!isRendered) return
  const settings = { ...reel.settings, pictures: reel.settings.pictures.map((picture) => ({ ...picture, seconds: 1 })) }
  await insist(() => ask('PUT', `/api/reels/${reel.id}/settings`, { images: reel.images, settings }))
  const render = () =>
    ask<{ renderId: string }>('POST', '/api/airtable/create-reel', { selectedReels: [reel.id] }, `${key}-render`)
  const { renderId } = await insist(render)
  ledger.renders.add(renderId)
  const isDone = async () => {
    const answer = await ask<{ status: string }>('GET', `/api/airtable/reel-status/${renderId}`)
    return answer?.status === 'processing' ? null : answer
  }
  await insist(isDone)
}
