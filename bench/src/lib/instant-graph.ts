/** Answers as the Graph API does, at once and the same for every name, and counts the calls of each token by simulated time. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 60
const POSTS = 12

export interface InstantGraph {
  url: string
  calls(): number
  /** The most calls of a token within an hour. */
  mostInAnHour(token: string): number
  end(): Promise<void>
}

export async function instantGraph(now: () => number): Promise<InstantGraph> {
  const minutes = new Map<string, Map<number, number>>()
  let calls = 0
  const media = Array.from({ length: POSTS }, (_, at) => ({
    id: String(17_900_000_000_000 + at),
    caption: 'Noon in the old quarter',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    permalink: `https://www.instagram.com/p/C${at}abc/`,
    timestamp: '2026-10-29T17:16:11+0000',
    like_count: 100 + at,
    comments_count: at,
  }))
  const server = createServer((request, answer) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const token = searchParams.get('access_token') ?? ''
    const username = /username\(([^)]*)\)/.exec(searchParams.get('fields') ?? '')?.[1] ?? ''
    calls += 1
    const own = minutes.get(token) ?? new Map<number, number>()
    minutes.set(token, own)
    const minute = Math.floor(now() / MINUTE_MS)
    own.set(minute, (own.get(minute) ?? 0) + 1)
    const profile = { id: '17841400000000001', username, followers_count: 1_000 + (minute % 1_000), follows_count: 10 }
    answer.setHeader('content-type', 'application/json')
    const business_discovery = Object.assign(profile, { media_count: POSTS, media: { data: media } })
    answer.end(JSON.stringify({ business_discovery, id: '17841405309211844' }))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    mostInAnHour(token) {
      const own = minutes.get(token) ?? new Map<number, number>()
      let most = 0
      for (const minute of own.keys()) {
        let sum = 0
        for (let at = minute; at < minute + WINDOW_MINUTES; at += 1) sum += own.get(at) ?? 0
        most = Math.max(most, sum)
      }
      return most
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
