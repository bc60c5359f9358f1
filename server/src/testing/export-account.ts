/** An account for tests of its export: figures of days and moments, corrections, and posts that were read five times. */
import { expect } from 'vitest'
import { importFile } from './import-files.ts'
import { type World, world } from './world.ts'

const HOUR = 3_600_000

export const exportAccount = async (here: World, what: string, format = 'csv') => {
  const res = await here.ask('pro', 'GET', `/api/accounts/1/export?what=${what}&format=${format}`)
  expect(res.statusCode, res.body).toBe(200)
  return res
}

export const FIGURES = 'username,date,followers,following,posts,engagement_rate'
export const CAPTIONS = [
  '=SUM(A1)',
  "'=quoted",
  '-1;@x\r\n+2',
  'plain, "quoted"\n\ttwo',
  '🍊'.repeat(2_200),
  "it's",
  '',
]

const apifyItem = (scrapedAt: number, likes: number, from = 0) => ({
  username: 'grove',
  followersCount: 1_000 + likes,
  postsCount: 7,
  scrapedAt: new Date(scrapedAt).toISOString(),
  latestPosts: CAPTIONS.map((caption, at) => ({
    id: `9000${at}`,
    type: at % 2 ? 'Video' : 'Image',
    shortCode: at === 1 ? '-C1' : `C${at}`,
    ...(at !== 1 && { url: `https://www.instagram.com/p/C${at}/` }),
    caption,
    likesCount: at === 3 ? -1 : likes + at,
    commentsCount: 3,
    ...(at % 2 && { videoPlayCount: likes * 10 }),
    timestamp: new Date(Date.UTC(2026, 10, 1, 18 + (at % 2))).toISOString(),
  })).slice(from),
})

/** An account with figures of days and of moments, corrections that were taken back, and posts read five times. */
export async function makeWorldWithFigures() {
  const here = await world()
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  const start = Date.UTC(2026, 10, 1, 20)
  const items = [0, 11, 30, 30.5, 200].map((hours, at) => apifyItem(start + hours * HOUR + 7, 10 + Math.min(at, 3) * 5))
  await importFile(here, JSON.stringify(items))
  await importFile(
    here,
    `${FIGURES}\ngrove,2026-10-01,900,10,6,0.1\ngrove,2026-10-02,901,,,1.0000001\ngrove,2026-10-02,902,,,\n`,
  )
  for (const followers of [950, 960, 950]) {
    here.clock.moveBy(1_000)
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers, date: '2026-10-20' })
  }
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1, engagementRate: 0.00000015 })
  return here
}
