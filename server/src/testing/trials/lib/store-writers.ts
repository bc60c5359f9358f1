/** Clients that write through HTTP as fast as they are answered, and know what was acknowledged to them and how soon. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { RunningServer } from '../../server-process.ts'
import { requireAnswer, requireJson } from '../../trial.ts'

export interface Spread {
  p99: number
  longest: number
}

export const WRITERS = 4
const WRITE_EVERY_MS = 10

export interface Acknowledged {
  usernames: string[]
  imageUrls: string[]
}

/** Accounts, figures and pictures; each acknowledged before the next begins. */
export function beginWriting(server: RunningServer, token: string) {
  const acknowledged: Acknowledged = { usernames: [], imageUrls: [] }
  let latencies: number[] = []
  let isEnding = false
  let written = 0
  let confirmed = 0

  async function write(at: number): Promise<void> {
    const since = performance.now()
    if (at % 5 === 0) {
      const image = await sharp({
        create: { width: 40, height: 40, channels: 3, background: { r: at % 250, g: (at >> 8) % 250, b: 9 } },
      })
        .png()
        .toBuffer()
      const form = new FormData()
      form.set('images', new Blob([new Uint8Array(image)]), `${at}.png`)
      const { imageUrls } = await requireJson<{ imageUrls: string[] }>(
        server.ask('POST', '/api/upload/images', { token, body: form }),
      )
      // With the address of a server that will be gone.
      acknowledged.imageUrls.push(...imageUrls.map((url) => new URL(url, server.address).pathname))
    } else {
      const username = `trial.${randomUUID().replaceAll('-', '').slice(0, 16)}`
      const { id } = await requireJson<{ id: number }>(
        server.ask('POST', '/api/accounts', { token, body: { username } }),
      )
      await requireAnswer(server.ask('POST', `/api/accounts/${id}/metrics`, { token, body: { followers: at } }))
      acknowledged.usernames.push(username)
    }
    latencies.push(performance.now() - since)
    confirmed += 1
  }

  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isEnding) {
      written += 1
      await write(written)
      await pause(WRITE_EVERY_MS)
    }
  })
  const all = Promise.all(writing)
  all.catch(() => {})
  return {
    readAcknowledged: () => acknowledged,
    /** Resolves when so many writes were acknowledged, or one has failed. */
    async until(count: number) {
      while (confirmed < count) await Promise.race([pause(WRITE_EVERY_MS), all])
    },
    /** What happened since the last mark. */
    mark() {
      const found = latencies
      latencies = []
      return { writes: found.length, spread: spreadOf(found), acknowledged: structuredClone(acknowledged) }
    },
    async end() {
      isEnding = true
      await all
    },
  }
}

function spreadOf(measured: readonly number[]): Spread {
  const sorted = measured.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p99: at(0.99), longest: at(1) }
}
