/** The copy of a drive: shown at once, brought up to date behind, and what stands in it. */
import type { ReelFolders } from '@tangelo/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DriveFailure } from '#ports/drive.ts'
import { until } from '../../../testing/queue-nodes.ts'
import {
  aPhotograph,
  type Driven,
  makeWorldWithDrive,
  photographs,
  toPublishedName,
} from '../../../testing/world-with-drive.ts'

const list = async ({ ask }: Driven, query = ''): Promise<ReelFolders> =>
  (await ask('pro', 'GET', `/api/google/reels${query}`)).json()

test('folders as the specification has them, the newest first', async () => {
  const here = await makeWorldWithDrive()
  const first = here.drive.addFolder({ name: 'Ferry', description: 'To the other side' })
  here.drive.addFolder({ name: toPublishedName('Old'), place: 'Shared: reels' })
  for (const image of photographs(2).toReversed()) here.drive.putImage(first, image)
  const [newer, older] = await here.folders()
  expect(older).toEqual({
    id: first,
    name: 'Ferry',
    description: 'To the other side',
    createdTime: '2026-09-02T08:00:00.000Z',
    isPublished: false,
    place: null,
    images: [1, 2].map((number) => ({
      id: expect.any(String),
      name: `photo ${number}.gif`,
      thumbnailLink: expect.stringMatching(/^http:\/\/localhost\/media\/d\/[\w-]{22}\/[\w-]{22}$/),
    })),
    isRead: true,
    import: null,
  })
  expect(newer).toMatchObject({ name: 'Old-published', isPublished: true, place: 'Shared: reels', images: [] })
})

test('the first request waits for the drive; later ones get the copy, which is refreshed in the background', async () => {
  const here = await makeWorldWithDrive()
  const id = here.drive.addFolder({ name: 'Ferry' })
  await here.folders()
  let asked = 0
  const slow = Promise.withResolvers<void>()
  here.drive.before = (question) => {
    if (question === 'folders') asked += 1
    return slow.promise
  }
  here.drive.putImage(id, photographs(1)[0] ?? { name: '', bytes: new Uint8Array() })
  await list(here)
  expect(asked).toBe(0)
  here.clock.moveBy(31_000)
  expect((await list(here)).folders[0]?.images).toEqual([])
  await until('it is asked', () => asked === 1)
  expect((await list(here)).isReading).toBe(true)
  slow.resolve()
  await until('the copy is as the drive', async () => (await list(here)).folders[0]?.images.length === 1)
})

test('a watched folder is read when it changes', async () => {
  const here = await makeWorldWithDrive()
  await here.folders()
  here.drive.addFolder({ name: 'New' })
  await until('it is there', async () => (await list(here)).folders.length === 1)
})

test('what changes while a drive is read is read after that', async () => {
  // A folder that is not watched: only the next read notices the change.
  const here = await makeWorldWithDrive({ isConnected: true })
  await here.connect()
  const id = here.drive.addFolder({ name: 'Ferry' })
  await here.folders()
  const slow = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  let asked = 0
  here.drive.before = (question) => {
    if (question === 'folders') asked += 1
    // The pictures have been listed: what comes now is not among them.
    if (question !== 'images' || asked > 1) return undefined
    reading.resolve()
    return slow.promise
  }
  await here.ask('pro', 'POST', '/api/google/reels/refresh')
  await reading.promise
  here.drive.addFolder({ name: 'Meanwhile' })
  await here.ask('pro', 'POST', '/api/google/reels/refresh')
  slow.resolve()
  await until('both are there', async () => (await list(here)).folders.length === 2)
  expect((await here.folders()).map((folder) => folder.id)).toContain(id)
})

test('what went is gone, and what was renamed keeps its pictures', async () => {
  const here = await makeWorldWithDrive()
  const gone = here.drive.addFolder({ name: 'Gone' })
  const kept = here.drive.addFolder({ name: 'Kept' })
  here.drive.putImage(kept, { name: 'one.jpg', bytes: await aPhotograph() })
  const before = await here.folders()
  here.drive.removeFolder(gone)
  await here.drive.files(null).rename({ id: kept, entryId: kept }, 'Other', new AbortController().signal)
  await here.reread()
  const [after, ...rest] = await here.folders()
  expect([after?.name, rest]).toEqual(['Other', []])
  expect(after?.images).toEqual(before[0]?.images)
})

test('a drive that fails leaves the copy as it is, and says why; without a copy the reason is the answer', async () => {
  const here = await makeWorldWithDrive()
  here.drive.addFolder({ name: 'Ferry' })
  here.drive.before = () => {
    throw new DriveFailure('limited', 'Google asks us to wait.', here.clock.now() + 60_000)
  }
  const res = await here.ask('pro', 'GET', '/api/google/reels')
  expect([res.statusCode, res.json().message, res.headers['retry-after']]).toEqual([
    503,
    'Google asks us to wait.',
    '60',
  ])
  here.drive.before = null
  here.clock.moveBy(61_000)
  await here.folders()
  here.drive.before = () => {
    throw new DriveFailure('refused', 'You may not look into it.')
  }
  here.clock.moveBy(31_000)
  await here.ask('pro', 'POST', '/api/google/reels/refresh')
  await until('the failure is shown', async () => (await list(here)).problem === 'You may not look into it.')
  expect((await list(here)).folders).toHaveLength(1)
})

test('pages, and a search in names', async () => {
  const here = await makeWorldWithDrive()
  for (let number = 1; number <= 5; number += 1) here.drive.addFolder({ name: `Day ${number}` })
  await here.folders()
  const first = await here.ask('pro', 'GET', '/api/google/reels?limit=2')
  expect(first.headers['x-total-count']).toBe('5')
  const names: string[] = first.json().folders.map(({ name }: { name: string }) => name)
  for (let link = String(first.headers.link ?? ''); link; ) {
    const next = await here.ask('pro', 'GET', link.slice(1, link.indexOf('>')))
    names.push(...next.json().folders.map(({ name }: { name: string }) => name))
    link = String(next.headers.link ?? '')
  }
  expect(names).toEqual(['Day 5', 'Day 4', 'Day 3', 'Day 2', 'Day 1'])
  expect((await list(here, '?q=DAY%203')).folders.map(({ name }) => name)).toEqual(['Day 3'])
})

test('thumbnails come from the drive, are fetched once, and have capability URLs', async () => {
  const here = await makeWorldWithDrive()
  const id = here.drive.addFolder({ name: 'Ferry' })
  const bytes = await aPhotograph()
  here.drive.putImage(id, { name: 'one.jpg', bytes })
  here.drive.putImage(id, { name: 'two.heic', type: 'image/heif', bytes })
  const [folder] = await here.folders()
  const [one, two] = folder?.images.map(({ thumbnailLink }) => new URL(thumbnailLink ?? '').pathname) ?? []
  let asked = 0
  here.drive.before = (question) => {
    if (question === 'thumbnail') asked += 1
  }
  for (let times = 0; times < 2; times += 1) {
    const res = await here.ask('stranger', 'GET', one ?? '')
    expect([res.statusCode, res.headers['content-type'], res.rawPayload.length]).toEqual([
      200,
      'image/jpeg',
      bytes.length,
    ])
    expect(res.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  }
  expect(asked).toBe(1)
  const other = (address = '', at: number) =>
    Array.from(address)
      .with(at, address.at(at) === 'A' ? 'B' : 'A')
      .join('')
  const others = [two, other(one, -1), other(one, '/media/d/'.length), '/media/d/..%2f..%2f/x', '/media/d/a/b']
  for (const address of others) expect((await here.ask('stranger', 'GET', address ?? '')).statusCode).toBe(404)
})

test('a thumbnail for which the drive takes too long says so to all who wait for it', async () => {
  const here = await makeWorldWithDrive()
  const id = here.drive.addFolder({ name: 'Ferry' })
  here.drive.putImage(id, { name: 'one.jpg', bytes: await aPhotograph() })
  const [folder] = await here.folders()
  const { pathname } = new URL(folder?.images[0]?.thumbnailLink ?? '')
  const ends: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const end = new AbortController()
    ends.push(end)
    return end.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const late = new DOMException('The operation timed out.', 'TimeoutError')
  here.drive.before = () =>
    new Promise((_, reject) => ends[0]?.signal.addEventListener('abort', () => reject(late), { once: true }))
  const first = here.ask('stranger', 'GET', pathname)
  await until('the drive is asked', () => Promise.resolve(ends.length > 0))
  const second = here.ask('stranger', 'GET', pathname)
  // By then the second waits for the same answer.
  await here.folders()
  ends[0]?.abort(late)
  const answers = [await first, await second]
  expect(answers.map((res) => [res.statusCode, res.json().error])).toEqual([
    [503, 'drive_unavailable'],
    [503, 'drive_unavailable'],
  ])
})

test('five hundred folders of twenty pictures are shown out of the copy, without a question to the drive', async () => {
  const here = await makeWorldWithDrive()
  for (let folder = 0; folder < 500; folder += 1) {
    const id = here.drive.addFolder({ name: `Day ${folder}` })
    for (let at = 0; at < 20; at += 1) here.drive.putImage(id, { name: `photo ${at}.jpg`, bytes: new Uint8Array(1) })
  }
  const folders = await here.folders()
  expect([folders.length, folders.every(({ images }) => images.length === 20)]).toEqual([200, true])
  let questions = 0
  here.drive.before = () => {
    questions += 1
  }
  for (let look = 0; look < 3; look += 1) expect(await here.folders()).toEqual(folders)
  expect(questions).toBe(0)
})
