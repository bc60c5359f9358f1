/** What people have uploaded to their company, over HTTP: looked through page by page. */
import type { Upload } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { idOf, list, uploadPicture } from '../../../testing/uploaded-pictures.ts'
import { formWith, START, world } from '../../../testing/world.ts'

test('each upload is listed with its user, time, size and where it is used; the latest first', async () => {
  const here = await world()
  const url = await uploadPicture(here, 40)
  here.clock.moveBy(1_000)
  await here.ask('pro', 'POST', '/api/upload/music', formWith('music of 61.5 seconds', 'song.mp3', 'music'))
  const draft = (
    await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: url, caption: 'A walk\nby the sea' })
  ).json()
  await uploadPicture(here, 80, 'foreigner')
  expect(await list(here)).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      kind: 'music',
      url: expect.stringMatching(/^http:\/\/localhost\/media\/m\//),
      name: 'song.mp3',
      bytes: 21,
      width: null,
      height: null,
      seconds: 61.5,
      uploadedBy: 'pro',
      createdAt: new Date(START + 1_000).toISOString(),
      uses: [],
    },
    {
      id: idOf(url),
      kind: 'image',
      url: `http://localhost${url}`,
      name: '40.jpg',
      bytes: expect.any(Number),
      width: 60,
      height: 40,
      seconds: null,
      uploadedBy: 'pro',
      createdAt: new Date(START).toISOString(),
      uses: [{ kind: 'post', id: draft.id, name: 'A walk' }],
    },
  ])
  expect(await list(here, 'admin', '?companyId=2')).toMatchObject([{ name: '80.jpg', uploadedBy: 'foreigner' }])
  for (const who of ['pro', 'basic'] as const)
    expect((await here.ask(who, 'GET', '/api/uploads?companyId=2')).statusCode).toBe(404)
})

test('a list goes on where its page ended, and says how many there are', async () => {
  const here = await world()
  for (let red = 0; red < 5; red += 1) await uploadPicture(here, red * 50)
  const seen: string[] = []
  let next: string | undefined = '/api/uploads?limit=2'
  for (let pages = 0; next && pages < 9; pages += 1) {
    const res = await here.ask('basic', 'GET', next)
    seen.push(...(res.json() as Upload[]).map(({ name }) => name))
    if (pages === 0) expect(res.headers['x-total-count']).toBe('5')
    next = /<(.+)>/.exec(String(res.headers.link ?? ''))?.[1]
  }
  expect(seen.toSorted()).toEqual(['0.jpg', '100.jpg', '150.jpg', '200.jpg', '50.jpg'])
})
