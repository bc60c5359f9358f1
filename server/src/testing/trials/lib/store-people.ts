/**
 * What people do in trials: each act with an Idempotency-Key is sent again under it until it is acknowledged; one without may or may
 * not have been done when it got no good answer, and is not sent again. A ledger says what was acknowledged.
 */
import { randomUUID } from 'node:crypto'
import type { Reel } from '@tangelo/contract'
import sharp from 'sharp'
import type { Ledger } from './store-ledger.ts'

/** What a node answers; null where it said, as it may while something is wrong, that it could not. */
export type Ask = <Answer extends object>(
  method: string,
  path: string,
  body?: object | FormData,
  key?: string,
) => Promise<Answer | null>

export interface Person {
  ask: Ask
  ledger: Ledger
  /** Asks until it is acknowledged. */
  insist<Answer>(ask: () => Promise<Answer | null>): Promise<Answer>
}

/** An account for each node's notes, and the image of all reels. */
export async function prepare({ ask, insist, ledger }: Person, nodes: number): Promise<string[]> {
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
export async function addAccount({ ask, ledger }: Person): Promise<void> {
  const username = `a_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  ledger.sentAccounts.add(username)
  if (await ask('POST', '/api/accounts', { username })) ledger.accounts.add(username)
}

export async function changeNote({ ask, ledger }: Person, id: number): Promise<void> {
  const { acknowledged = 0, sent = 0 } = ledger.notes.get(id) ?? {}
  ledger.notes.set(id, { acknowledged, sent: sent + 1 })
  if (await ask('PUT', `/api/accounts/${id}`, { notes: `note ${sent + 1}` }))
    ledger.notes.set(id, { acknowledged: sent + 1, sent: sent + 1 })
}

export async function makeDraft({ ask, insist, ledger }: Person): Promise<void> {
  const caption = `draft ${randomUUID()}`
  await insist(() => ask('POST', '/api/content/posts', { caption }, caption.replace(' ', '-')))
  ledger.drafts.add(caption)
}

/** Enough for a reel and its video. */
export async function giveCredit({ ask, insist, ledger }: Person): Promise<void> {
  const reason = `gift-${randomUUID()}`
  ledger.sentGifts.add(reason)
  await insist(() => ask('POST', '/api/companies/1/credits', { credits: 2, reason }, reason))
  ledger.gifts.add(reason)
}

/** Under a key of its own, which no earlier request still holds; streams tell of it. */
export async function tryToGive({ ask, ledger }: Person): Promise<object | null> {
  const reason = `gift-${randomUUID()}`
  ledger.sentGifts.add(reason)
  const answer = await ask('POST', '/api/companies/1/credits', { credits: 1, reason }, reason)
  if (answer) ledger.gifts.add(reason)
  return answer
}

export async function makeReel({ ask, insist, ledger }: Person, images: string[], isRendered: boolean): Promise<void> {
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
  const findEnd = async () => {
    const answer = await ask<{ status: string }>('GET', `/api/airtable/reel-status/${renderId}`)
    return answer?.status === 'processing' ? null : answer
  }
  await insist(findEnd)
}
