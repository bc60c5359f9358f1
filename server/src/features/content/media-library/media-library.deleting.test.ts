/** Uploads are deleted where nothing shows them, over HTTP, and come back where something does. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aReel } from '../../../testing/reels.ts'
import { createLink } from '../../../testing/share-links.ts'
import { idOf, list, picture, remove, uploadPicture } from '../../../testing/uploaded-pictures.ts'
import { formWith, START, world } from '../../../testing/world.ts'

const HOUR = 60 * 60_000

test('what a post, a reel or a prompt shows is not deleted, and the answer says where it is', async () => {
  const here = await world()
  const [drafted, prompted, lent] = [
    await uploadPicture(here, 40),
    await uploadPicture(here, 80),
    await uploadPicture(here, 60),
  ]
  const ofOther = { title: 'Their tone', prompt: 'x', imageUrl: lent, companyId: 2 }
  expect((await here.ask('admin', 'POST', '/api/prompts/save', ofOther)).statusCode).toBe(201)
  const draft = (await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: drafted, caption: 'A walk' })).json()
  await here.database.queries
    .insertInto('prompts')
    .values({
      id: 'recPrompt00000001',
      company_id: 1,
      title: 'Our tone',
      prompt: 'x',
      image_url: prompted,
      search_text: '',
      created_at: 0,
    })
    .execute()
  expect((await remove(here, drafted)).json()).toMatchObject({
    status: 409,
    error: 'upload_in_use',
    message: 'It is used in a post. Remove it there first, then delete it.',
    uses: [{ kind: 'post', id: draft.id, name: 'A walk' }],
  })
  expect((await remove(here, prompted)).json()).toMatchObject({
    status: 409,
    uses: [{ kind: 'prompt', name: 'Our tone' }],
  })
  expect((await remove(here, lent)).json()).toMatchObject({
    status: 409,
    uses: [{ kind: 'prompt', name: 'Their tone' }],
  })
  const reel = await aReel(here)
  const [first] = reel.images
  expect((await remove(here, first ?? '')).json()).toMatchObject({ uses: [{ kind: 'reel', id: reel.id }] })
  await here.ask('pro', 'DELETE', `/api/reels/${reel.id}`)
})

test('a logo is kept for a schedule of reports, and not for a frozen report, which has its bytes', async () => {
  const here = await world()
  const url = await uploadPicture(here, 40)
  const content = {
    title: 'Every month',
    subject: { kind: 'company', id: 1 },
    sections: [{ kind: 'figures' }],
    brand: { logoUrl: url },
  }
  const days = { from: '2026-10-01', to: '2026-10-31' }
  const report = (await here.ask('pro', 'POST', '/api/reports', { ...content, ...days })).json()
  const schedule = (
    await here.ask('pro', 'POST', '/api/report-schedules', { every: 'monthly', hour: 8, content })
  ).json()
  const [listed] = (await here.ask('pro', 'GET', '/api/uploads')).json()
  expect(listed.uses).toEqual([
    { kind: 'schedule', id: String(schedule.id), name: 'Every month' },
    { kind: 'report', id: String(report.id), name: 'Every month' },
  ])
  expect((await remove(here, url)).json()).toMatchObject({
    status: 409,
    message: 'It is used in a schedule of reports. Remove it there first, then delete it.',
  })
  await here.ask('pro', 'DELETE', `/api/report-schedules/${schedule.id}`)
  expect((await remove(here, url)).statusCode).toBe(200)
})

test('a logo is kept for the live links that show it until they are revoked or end, and not for a frozen link', async () => {
  const here = await world({ accounts: ['lumenandco'], session: { idleMs: 48 * HOUR, maxMs: 48 * HOUR } })
  const url = await uploadPicture(here, 40)
  const brand = { logoUrl: url }
  await createLink(here, { mode: 'frozen', brand })
  const { id } = await createLink(here, { brand, expiresInDays: null })
  const ending = await createLink(here, { brand, expiresInDays: 1 })
  const [listed] = await list(here)
  expect(listed?.uses).toEqual([ending.id, id].map((link) => ({ kind: 'link', id: String(link), name: 'lumenandco' })))
  expect((await remove(here, url)).json()).toMatchObject({
    status: 409,
    message: 'It is used in 2 live links. Remove it there first, then delete it.',
  })
  here.clock.moveBy(25 * HOUR)
  expect((await remove(here, url)).json()).toMatchObject({
    message: 'It is used in a live link. Remove it there first, then delete it.',
  })
  await here.ask('pro', 'DELETE', `/api/links/${id}`)
  expect((await remove(here, url)).statusCode).toBe(200)
})

test('a deleted upload is gone at once, its space is free, and its files go when no other company has the same', async () => {
  const here = await world()
  const [url, kept] = [await uploadPicture(here, 40), await uploadPicture(here, 80)]
  const foreign = await uploadPicture(here, 40, 'foreigner')
  const blobs = () =>
    readdirSync(join(here.folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      .length
  const before = blobs()
  expect((await remove(here, url)).json()).toEqual({ success: true })
  for (const address of [url, `${url}/480`]) expect((await here.ask('stranger', 'GET', address)).statusCode).toBe(404)
  expect((await remove(here, url)).statusCode).toBe(404)
  expect((await list(here)).map(({ id }) => id)).toEqual([idOf(kept)])
  const refused = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: url })
  expect(refused.statusCode).toBe(400)
  const sweep = async () => {
    here.clock.moveBy(2 * HOUR)
    for (let time = 0; time < 3; time += 1) {
      here.clock.moveBy(1_000)
      await here.purge()
    }
  }
  for (let hours = 0; hours < 26; hours += 2) await sweep()
  expect(blobs(), 'the other company has the same picture').toBe(before)
  expect((await here.ask('stranger', 'GET', foreign)).statusCode).toBe(200)
  await here.database.queries
    .updateTable('uploads')
    .set({ removed_at: here.clock.now() })
    .where('company_id', '=', 2)
    .execute()
  await sweep()
  expect(blobs()).toBe(before - 2)
  expect(await here.database.queries.selectFrom('uploads').select('id').execute()).toEqual([{ id: idOf(kept) }])
})

test('a picture that comes again before it is forgotten is there as before', async () => {
  const here = await world()
  const url = await uploadPicture(here, 40)
  await remove(here, url)
  expect(await uploadPicture(here, 40)).toBe(url)
  expect((await here.ask('stranger', 'GET', url)).statusCode).toBe(200)
})

test('a picture that a person put into a draft in the moment of its deletion is shown again', async () => {
  const here = await world()
  const url = await uploadPicture(here, 40)
  await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: url })
  // As if the draft had been written between the look and the deletion.
  await here.database.queries.updateTable('uploads').set({ removed_at: START }).execute()
  expect((await here.ask('stranger', 'GET', url)).statusCode).toBe(404)
  here.clock.moveBy(2 * HOUR)
  await here.purge()
  expect((await here.ask('stranger', 'GET', url)).statusCode).toBe(200)
})

test('basic users delete their own, others what belongs to their company; the log says who', async () => {
  const here = await world()
  const [own, colleague] = [await uploadPicture(here, 40, 'basic'), await uploadPicture(here, 80)]
  expect((await remove(here, colleague, 'basic')).statusCode).toBe(403)
  expect((await remove(here, colleague, 'foreigner')).statusCode).toBe(404)
  expect((await remove(here, own, 'basic')).statusCode).toBe(200)
  expect((await remove(here, colleague, 'admin')).statusCode).toBe(200)
  const entries = (await here.ask('admin', 'GET', '/api/audit-log?act=upload.deleted')).json()
  expect(entries).toMatchObject([
    { userName: 'admin', objectKind: 'upload', objectId: idOf(colleague), objectName: '80.jpg' },
    { userName: 'basic', objectId: idOf(own), objectName: '40.jpg' },
  ])
})

test('what comes again after its deletion needs room, as anything else does', async () => {
  const here = await world({ uploadsBytesMax: 40 })
  const send = async (seconds: number) =>
    here.ask('pro', 'POST', '/api/upload/music', formWith(`music of ${seconds} seconds`, 'song.mp3', 'music'))
  const [first] = [(await send(1)).json().musicUrl, await send(2)]
  expect((await remove(here, new URL(first).pathname)).statusCode).toBe(200)
  expect((await send(3)).statusCode).toBe(200)
  expect((await send(1)).json()).toMatchObject({ status: 409, error: 'storage_full' })
  const [, second] = await list(here)
  expect((await remove(here, second?.url ?? '')).statusCode).toBe(200)
  expect((await send(1)).json().musicUrl).toBe(first)
})

test('nor does a picture that comes again go beyond the room of its company', async () => {
  const there = await world()
  await uploadPicture(there, 40)
  const [{ bytes } = { bytes: 0 }] = await list(there)
  const here = await world({ uploadsBytesMax: bytes + 40 })
  const url = await uploadPicture(here, 40)
  await remove(here, url)
  await uploadPicture(here, 80)
  const again = await here.ask('pro', 'POST', '/api/upload/images', formWith(await picture(40), 'a.jpg', 'images'))
  expect(again.json()).toMatchObject({ status: 409, error: 'storage_full' })
  expect((await here.ask('stranger', 'GET', url)).statusCode).toBe(404)
})
