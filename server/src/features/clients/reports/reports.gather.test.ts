/** What a report asks the other domains for, through HTTP: plans, pictures, analyses, and what one report may take. */
import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { listOwnPost, readOwnPost } from '../../../testing/own-readings.ts'
import { DAY_MS, plant, plantDays, plantPosts, TODAY } from '../../../testing/planted-accounts.ts'
import { fileOf, freeze } from '../../../testing/reports.ts'
import { formWith, START, type World, world } from '../../../testing/world.ts'

const settingsFor = (kind: 'account' | 'group' | 'company', id: number, sections: string[], more: object = {}) => ({
  title: 'Grove',
  subject: { kind, id },
  from: '2026-10-01',
  to: '2026-10-31',
  sections: sections.map((section) => ({ kind: section })),
  ...more,
})

const readFrozenFile = async (here: World, settings: object, format: 'html' | 'csv' = 'html') =>
  fileOf(here, (await freeze(here, settings)).id, format)

const itemsOn = (days: readonly string[], more: object = {}) =>
  days.map((publishDate, at) => ({
    id: `rec${JSON.stringify(more).length}x${String(at).padStart(10, '0')}`,
    caption: `Item ${at} of ${publishDate}`,
    publishDate,
    status: 'Draft',
    ...more,
  }))

const upload = async (here: World, image: Sharp): Promise<string> => {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }), 'one.png')
  return (await here.ask('pro', 'POST', '/api/upload/images?for=draft', form)).json().imageUrls[0]
}

const plain = (red: number) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: { r: red, g: 9, b: 9 } } })

test('a group without accounts has no plan, not that of its whole company', async () => {
  const here = await world({ accounts: ['lonely', 'other'] })
  const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Empty', accountIds: [1] })).json()
  await here.ask('admin', 'DELETE', '/api/accounts/1')
  await itemsIn(here, [{ id: 'recOfTheOther001', caption: 'Of the other', publishDate: '2026-11-25', status: 'Draft' }])
  const csv = await readFrozenFile(here, settingsFor('group', group.id, ['planned']), 'csv')
  expect(csv).not.toContain('Of the other')
  expect(csv).toContain('Empty, 0 accounts')
})

test('what only the owner sees is in a report that asks for it, with its median and what is unknown, and not for basic users', async () => {
  const here = await world({ accounts: ['grove'] })
  const rows = ['C1', 'C2', 'C3'].map((id, at) => `grove,${id},2026-10-0${at + 1}T12:00:00Z,image,1,1`)
  const csv = `username,post_id,posted_at,type,likes,comments\n${rows.join('\n')}\n`
  expect((await here.ask('admin', 'POST', '/api/accounts/import', formWith(csv))).statusCode).toBe(200)
  const settings = settingsFor('account', 1, ['owner'])
  expect(await readFrozenFile(here, settings)).toContain('No post of this period has figures that only its owner sees.')
  for (const code of ['C1', 'C2']) await listOwnPost(here, code)
  await readOwnPost(here, 'C1', START, { views: 4_000, reach: 3_000, saves: 12 })
  await readOwnPost(here, 'C2', START, { views: 900, reach: null, saves: 0 })
  const words = (await readFrozenFile(here, settings)).replaceAll(/<[^>]+>/g, '')
  expect(words).toContain('The median of 2 posts: 2,450 views, 3,000 people reached and 6 saves.')
  const lines = (await readFrozenFile(here, settings, 'csv')).split('\r\n')
  const at = lines.findIndex((line) => line.includes('"Reach"'))
  expect(lines.slice(at + 1, at + 3)).toEqual([
    expect.stringContaining(',4000,3000,12,'),
    expect.stringMatching(/,900,"",0,/),
  ])
  // The other sections do not say it.
  const posts = await readFrozenFile(here, settingsFor('account', 1, ['posts', 'figures', 'summary']), 'csv')
  expect(posts).not.toMatch(/4000|Reach/)
  for (const [method, path, body] of [
    ['POST', '/api/reports', settings],
    ['POST', '/api/reports/preview', settings],
  ] as const)
    expect((await here.ask('basic', method, path, body)).statusCode).toBe(403)
})

test('published posts keep their pictures beside twelve planned ones', async () => {
  const here = await world({ accounts: ['grove'] })
  const imageUrl = new URL(await upload(here, plain(200))).pathname
  const planned = Array.from({ length: 12 }, (_, at) => dayToText(TODAY + at - 10))
  await itemsIn(here, [
    ...itemsOn(planned),
    ...itemsOn(['2026-10-05'], { status: 'Published', imageUrl, mediaType: 'image' }),
  ])
  const html = await readFrozenFile(here, settingsFor('company', 1, ['planned', 'published']))
  expect(html.match(/<img class="ph" src="data:image\/webp/g)).toHaveLength(1)
})

test('posts that went out already do not hide planned ones', async () => {
  const here = await world({ accounts: ['grove'] })
  const out = Array.from({ length: 501 }, () => '2026-11-01')
  await itemsIn(here, [...itemsOn(out, { status: 'Published' }), ...itemsOn(['2026-11-25'])])
  const csv = await readFrozenFile(here, settingsFor('company', 1, ['planned']), 'csv')
  expect(csv).toContain('Item 0 of 2026-11-25')
})

test('a plan that is too long for a report says up to which day it goes', async () => {
  const here = await world({ accounts: ['grove'] })
  const soon = Array.from({ length: 501 }, (_, at) => dayToText(TODAY + Math.floor(at / 10)))
  await itemsIn(here, [...itemsOn(soon), ...itemsOn(['2027-06-01'], { mediaType: 'image' })])
  const settings = settingsFor('company', 1, ['planned'], { from: '2025-11-20', to: '2026-11-19' })
  const html = await readFrozenFile(here, settings)
  expect(html).toContain('Only the first 500 posts, up to Jan 8, 2027.')
})

test('a picture that stays large is left out', async () => {
  const here = await world({ accounts: ['grove'] })
  const [width, height] = [480, 2_000]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const imageUrl = new URL(await upload(here, noise)).pathname
  await itemsIn(here, itemsOn(['2026-10-05'], { status: 'Published', imageUrl, mediaType: 'image' }))
  const settings = settingsFor('company', 1, ['published'], { brand: { logoUrl: imageUrl } })
  const html = await readFrozenFile(here, settings)
  expect(html).not.toContain('<img src="data:')
})

test('a company keeps two thousand frozen reports', async () => {
  const here = await world({ accounts: ['grove'] })
  const settings = settingsFor('company', 1, ['figures'])
  await here.ask('pro', 'POST', '/api/reports', settings)
  const { queries } = here.database
  const { id: _, ...row } = await queries.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
  for (let begin = 1; begin < 2_000; begin += 500)
    await queries
      .insertInto('reports')
      .values(Array.from({ length: Math.min(500, 2_000 - begin) }, () => row))
      .execute()
  const refused = await here.ask('pro', 'POST', '/api/reports', settings)
  expect(refused.json()).toMatchObject({ status: 409, error: 'reports_full' })
  expect((await here.ask('pro', 'POST', '/api/reports/preview', settings)).statusCode).toBe(200)
})

test('a period that is not over has its analyses up to today', async () => {
  const here = await world()
  const id = await plant(here, 'grove', { days: plantDays({ count: 60, seed: 3 }) })
  const html = await readFrozenFile(
    here,
    settingsFor('account', id, ['summary', 'growth', 'moves', 'posting', 'peers'], {
      from: '2026-11-01',
      to: '2028-10-31',
    }),
  )
  expect(html).toContain('Nov 1, 2026 to Oct 31, 2028')
})

test('a pinned post of long ago does not say that the posts of the month before are known', async () => {
  const here = await world()
  const post = (id: number, day: string, isPinned = false) => ({
    id: `${id}`,
    shortCode: `Code${id}`,
    type: 'Image',
    likesCount: 10,
    commentsCount: 1,
    timestamp: `${day}T12:00:00Z`,
    isPinned,
  })
  const newest = Array.from({ length: 11 }, (_, at) => post(at, dayToText(TODAY - 20 - at)))
  const profile = { username: 'pinning', followersCount: 1_000, postsCount: 900, scrapedAt: '2026-11-19T12:00:00Z' }
  const latestPosts = [post(99, '2024-12-01', true), ...newest]
  const file = formWith(JSON.stringify([{ ...profile, latestPosts }]), 'profiles.json')
  expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).json()).toMatchObject({ posts: 12 })
  // Eleven posts of October are known, and of September nothing.
  expect(await readFrozenFile(here, settingsFor('account', 1, ['figures']), 'csv')).toContain(
    '"Posts",11,"","against September"',
  )
})

test('among similar accounts a week is one of whole months: a post a day is seven a week', async () => {
  const here = await world()
  const ids: number[] = []
  for (let seed = 1; seed <= 9; seed += 1) {
    const posts = plantPosts({ count: 230, seed, every: 1 })
    ids.push(await plant(here, `daily${seed}`, { posts, days: plantDays({ count: 200, seed }) }))
  }
  const week = { from: '2026-10-05', to: '2026-10-11' }
  const csv = await readFrozenFile(here, settingsFor('account', ids[0] ?? 0, ['peers'], week), 'csv')
  expect(csv).toMatch(/^"Posts, per week",7,7,/m)
})

test('the likes of all top posts are those of now, also where others were expected of them after three days', async () => {
  const here = await world()
  const posts = Array.from({ length: 28 }, (_, at) => ({ id: `Post${at}`, at: Date.UTC(2026, 8, 1 + 2 * at, 12) }))
  const line = ({ id, at }: { id: string; at: number }, likes: number, readAt: number) =>
    `grove,${id},${new Date(at).toISOString()},image,${likes},10,${new Date(readAt).toISOString()}`
  const rows = posts.flatMap((post, at) => {
    const likes = at === 20 ? 1_000 : 100
    return [line(post, likes, post.at + 3 * DAY_MS), line(post, likes + 50, Date.UTC(2026, 10, 15))]
  })
  const table = ['username,post_id,posted_at,type,likes,comments,read_at', ...rows].join('\n')
  expect((await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))).json()).toMatchObject({ posts: 28 })
  const csv = await readFrozenFile(here, settingsFor('account', 1, ['posts']), 'csv')
  const likes = [...csv.matchAll(/,"image",(\d+),10,(?:"")?([\d.]*)/g)].map(([, count, multiple]) => [
    count,
    multiple !== '',
  ])
  expect(likes.slice(0, 2)).toEqual([
    ['1050', true],
    ['150', false],
  ])
})
