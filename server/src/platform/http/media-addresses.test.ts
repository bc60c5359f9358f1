/** D44: addresses of pictures and videos in responses are absolute, for the client that sends the request. */
import { type Reel, routes } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { itemsIn } from '../../testing/content-items.ts'
import { aReel, uploadImages } from '../../testing/reels.ts'
import { type World, world } from '../../testing/world.ts'
import { mediaFieldsOf, wholeAddresses } from './media-addresses.ts'

const HASH = 'a'.repeat(64)

/** An account with a picture, and a draft and a reel with images. */
async function makeWorldWithImages(given: Parameters<typeof world>[0] = {}) {
  const here = await world({ ...given, accounts: ['own'] })
  await here.database.queries.updateTable('accounts').set({ picture_hash: HASH, shown: null }).execute()
  const reel = await aReel(here)
  return { ...here, reel }
}

const askWithHeaders = (
  { app, tokens }: World,
  url: string,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
) => app.inject({ url, headers: { authorization: `Bearer ${tokens.pro}`, ...headers }, remoteAddress })

const pictureOf = async (here: World, headers: Record<string, string>, remoteAddress?: string) =>
  (await askWithHeaders(here, '/api/accounts', headers, remoteAddress)).json()[0].metrics.profilePicture

test('an address is that of the server as the client came to it, each client by its own name', async () => {
  const here = await makeWorldWithImages()
  for (const [host, origin] of [
    ['tangelo.example', 'http://tangelo.example'],
    ['Tangelo.example:8080', 'http://tangelo.example:8080'],
    ['[::1]:5000', 'http://[::1]:5000'],
    ['10.0.0.7:80', 'http://10.0.0.7'],
  ] as const)
    expect(await pictureOf(here, { host })).toBe(`${origin}/media/${HASH}`)
})

test('PUBLIC_URL goes before every name that a client uses', async () => {
  const here = await makeWorldWithImages({ publicUrl: 'https://tangelo.example' })
  expect(await pictureOf(here, { host: 'localhost:5000' })).toBe(`https://tangelo.example/media/${HASH}`)
  expect(here.reel.images[0]).toMatch(/^https:\/\/tangelo\.example\/media\/u\//)
})

test('a proxy names the origin only where it is trusted', async () => {
  const here = await makeWorldWithImages({ app: { trustedProxies: ['10.0.0.1'] } })
  const forwarded = { host: 'inside:5000', 'x-forwarded-host': 'tangelo.example', 'x-forwarded-proto': 'https' }
  expect(await pictureOf(here, forwarded, '10.0.0.1')).toBe(`https://tangelo.example/media/${HASH}`)
  expect(await pictureOf(here, forwarded, '10.0.0.2')).toBe(`http://inside:5000/media/${HASH}`)
})

test.each(['evil"},{"x":"', 'user@evil.example', 'evil.example/path', 'a b', '%', 'x:99999'])(
  'the Host %j names nothing, and the address of the connection stands in its place',
  async (host) => {
    const here = await makeWorldWithImages()
    expect(await pictureOf(here, { host })).toMatch(new RegExp(`^http://127\\.0\\.0\\.1(:\\d+)?/media/${HASH}$`))
  },
)

test('an answer has a tag for each name, and none is answered by what was made for another', async () => {
  const here = await makeWorldWithImages()
  const [one, other] = [{ host: 'one.example' }, { host: 'other.example' }]
  const first = await askWithHeaders(here, '/api/accounts', one)
  const known = { 'if-none-match': String(first.headers.etag) }
  expect((await askWithHeaders(here, '/api/accounts', { ...one, ...known })).statusCode).toBe(304)
  expect((await askWithHeaders(here, '/api/accounts', { ...other, ...known })).statusCode).toBe(200)
})

test('a caption that begins like an address stays as it was written', async () => {
  const here = await makeWorldWithImages({ app: { checksReadyReplies: false } })
  const captions = [`/media/${HASH}`, '"imageUrl":"/media/u/x', '"images":["/media/u/x"]']
  await itemsIn(
    here,
    captions.map((caption, at) => ({ id: `recCaption000000${at}0`, caption, hashtags: ['/media/u/tag'] })),
  )
  const posts = (await here.ask('pro', 'GET', '/api/airtable/all-posts')).json()
  expect(posts.map(({ caption }: { caption: string }) => caption)).toEqual(expect.arrayContaining(captions))
})

test('what came whole may be sent back whole, and is kept as a path', async () => {
  const here = await makeWorldWithImages()
  const { reel } = here
  const [first = '', second = ''] = reel.images
  const changed = await here.ask('pro', 'PUT', `/api/reels/${reel.id}/settings`, {
    images: [second, first],
    settings: reel.settings,
  })
  expect((changed.json() as Reel).images).toEqual([second, first])
  const [kept] = await here.database.queries.selectFrom('content_items').select('images').execute()
  expect(JSON.parse(kept?.images ?? '')).toEqual([second, first].map((address) => new URL(address).pathname))
})

test('a conflict shows the object as it is, and a history what it was, with whole addresses', async () => {
  const here = await makeWorldWithImages()
  const { id, settings } = here.reel
  const images = (await uploadImages(here, 3)).slice(1)
  const conflict = await here.ask('pro', 'PUT', `/api/reels/${id}/settings`, { images, settings, version: 99 })
  expect(conflict.json()).toMatchObject({ error: 'changed_meanwhile', current: { images: here.reel.images } })
  await here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: id, imageUrls: images })
  const [latest] = (await here.ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()
  expect(latest.changes).toContainEqual({ field: 'images', from: here.reel.images, to: images })
})

test('the fields of every answer are found from the contract, in lists and unions too', () => {
  expect(mediaFieldsOf(routes.reels.list.reply)).toEqual({
    single: expect.arrayContaining(['imageUrl', 'videoUrl', 'coverUrl', 'url']),
    lists: ['images'],
  })
  expect(mediaFieldsOf(routes.accounts.list.reply)).toEqual({ single: ['profilePicture'], lists: [] })
  expect(mediaFieldsOf(routes.users.list.reply)).toEqual({ single: [], lists: [] })
  const whole = wholeAddresses({ single: [], lists: ['images'] }, 'http://h')
  expect(whole('{"images":["/media/u/a]","http://[::1]/b","/media/u/\\"c"],"x":"/media/y"}')).toBe(
    '{"images":["http://h/media/u/a]","http://[::1]/b","http://h/media/u/\\"c"],"x":"/media/y"}',
  )
})
