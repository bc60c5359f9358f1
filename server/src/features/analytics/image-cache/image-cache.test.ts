/** Copies of pictures (D18): made in the background, shown at /media, and never in the way of the figures. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, type Measured, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const PLAIN = ['nasa', { username: 'NASA', companyId: 2 }]

const makeRefreshedWorld = async (given: Parameters<typeof makeWorldWithSources>[0] = {}) => {
  const here = await makeWorldWithSources({ accounts: ['nasa'], copiesPictures: true, ...given })
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  return here
}

const pictureOf = async ({ ask }: Measured, id = 1) =>
  (await ask('admin', 'GET', `/api/accounts/${id}`)).json().metrics.profilePicture as string | null

const postsOf = async ({ ask }: Measured, id = 1) =>
  (await ask('admin', 'GET', `/api/accounts/${id}/posts`)).json() as { id: string; imageUrl: string | null }[]

const copies = ({ database }: Measured) => database.queries.selectFrom('cached_images').selectAll().execute()

test('the picture of a profile and the thumbnails of its posts are served from here', async () => {
  const here = await makeRefreshedWorld()
  const url = (await pictureOf(here)) ?? ''
  expect(url).toMatch(/^http:\/\/localhost\/media\/[0-9a-f]{64}$/)
  const res = await here.ask('stranger', 'GET', url)
  expect(res.statusCode).toBe(200)
  expect(res.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(createHash('sha256').update(res.rawPayload).digest('hex')).toBe(url.slice('http://localhost/media/'.length))
  const posts = await postsOf(here)
  expect(posts.length).toBeGreaterThan(5)
  for (const { imageUrl } of posts)
    if (imageUrl !== null) expect((await here.ask('stranger', 'GET', imageUrl)).statusCode).toBe(200)
  expect(posts.filter(({ imageUrl }) => imageUrl !== null).length).toBeGreaterThan(5)
})

test('a copied picture is not fetched again, with any signature in its address', async () => {
  const here = await makeRefreshedWorld()
  const before = await copies(here)
  await here.round(DAY + HOUR)
  const after = await copies(here)
  const known = new Set(before.map(({ key }) => key))
  expect(after.filter(({ key }) => known.has(key))).toHaveLength(before.length)
  expect(await pictureOf(here)).toMatch(/^http:\/\/localhost\/media\//)
})

test('another picture of a profile takes the place of the first', async () => {
  const here = await makeRefreshedWorld({ accounts: ['restless'] })
  const first = await pictureOf(here)
  await here.round(DAY)
  await here.round(DAY)
  const later = await pictureOf(here)
  expect(later).toMatch(/^http:\/\/localhost\/media\//)
  expect(later).not.toBe(first)
})

test('all companies that track a name are shown its pictures, new posts too', async () => {
  const here = await makeRefreshedWorld({ accounts: PLAIN })
  for (let days = 0; days < 4; days += 1) await here.round(DAY)
  expect(await pictureOf(here, 2)).toBe(await pictureOf(here, 1))
  expect(await postsOf(here, 2)).toEqual(await postsOf(here, 1))
  expect((await postsOf(here, 1)).filter(({ imageUrl }) => imageUrl === null)).toEqual([])
})

test('copies that a crash left unlinked are linked by the next try', async () => {
  const here = await makeRefreshedWorld()
  const shown = await postsOf(here)
  // As if the process had ended between copying and showing.
  const { queries } = here.database
  await queries
    .updateTable('latest_posts')
    .set({ shown: JSON.stringify(shown.map((post) => ({ ...post, imageUrl: null }))) })
    .execute()
  await queries.updateTable('accounts').set({ picture_hash: null, shown: null }).execute()
  here.clock.moveBy(DAY)
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  expect(await pictureOf(here)).toMatch(/^http:\/\/localhost\/media\//)
  expect((await postsOf(here)).filter(({ imageUrl }) => imageUrl === null)).toEqual([])
})

test('pictures that cannot be had keep no figure away, and fail no work', async () => {
  const here = await makeRefreshedWorld({ copiesPictures: false })
  expect(await pictureOf(here)).toBeNull()
  const account = (await here.ask('admin', 'GET', '/api/accounts/1')).json()
  expect(account.metrics.followers).toBeGreaterThan(0)
  expect((await here.ask('admin', 'GET', '/api/activity')).json()).toEqual([])
  expect(await copies(here)).toEqual([])
})

describe('/media', () => {
  test.each(['0'.repeat(64), 'x', '..%2F..%2Fetc%2Fpasswd', 'A'.repeat(64), `${'0'.repeat(64)}.png`])(
    'has nothing at %s',
    async (name) => {
      const { ask } = await makeWorldWithSources()
      const res = await ask('admin', 'GET', `/media/${name}`)
      expect(res.statusCode).toBe(404)
      expect(res.json()).toMatchObject({ error: 'not_found', success: false })
    },
  )

  test('hands out no answer of a source', async () => {
    const here = await makeRefreshedWorld()
    const { rawHash } = (await here.ask('admin', 'GET', '/api/accounts/1/metrics/provenance')).json().latest
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')).statusCode).toBe(200)
    expect((await here.ask('admin', 'GET', `/media/${rawHash}`)).statusCode).toBe(404)
  })
})
