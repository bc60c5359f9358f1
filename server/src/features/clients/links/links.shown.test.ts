/** What a link shows: an account as it is or as it was, a report, and the months of a calendar. */
import { expect, test } from 'vitest'
import { makeFurnishedWorld, UPLOADS } from '#testing/access/objects.ts'
import { itemsIn } from '#testing/content-items.ts'
import { freeze, settingsFor } from '#testing/reports.ts'
import { createFrozenReport, createLink, findNewestLink, openAt } from '#testing/share-links.ts'
import { remove, uploadPicture } from '#testing/uploaded-pictures.ts'
import { world } from '#testing/world.ts'

const makeWorld = () => world({ accounts: ['lumenandco'] })

test('a frozen account stays as it was to the byte; a live one follows the figures at once', async () => {
  const here = await makeWorld()
  const figures = (followers: number) =>
    here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-11-19', followers })
  expect((await figures(12_345)).statusCode).toBeLessThan(300)
  const frozen = await createLink(here, { mode: 'frozen' })
  const live = await createLink(here)
  const before = await openAt(here, frozen.path)
  expect(before.body).toContain('12,345')
  expect((await openAt(here, live.path)).body).toContain('12,345')
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-11-20', followers: 23_456 })
  expect((await openAt(here, live.path)).body).toContain('23,456')
  expect((await openAt(here, frozen.path)).body).toBe(before.body)
})

test('a live page outlives its logo', async () => {
  const here = await makeFurnishedWorld()
  const brand = { name: 'Lowtide', logoUrl: `/media/u/${UPLOADS.own}`, colour: '#00656e' }
  const { path } = await createLink(here, { brand })
  await here.database.queries.deleteFrom('uploads').where('id', '=', UPLOADS.own).execute()
  const page = await openAt(here, path)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Lowtide')
})

test('the look of a report can be shared once its logo is deleted, without it', async () => {
  const here = await makeWorld()
  const logoUrl = await uploadPicture(here, 40)
  const brand = { name: 'Lowtide', logoUrl, colour: '#00656e' }
  const { id } = await freeze(here, settingsFor('account', 1, { sections: [{ kind: 'figures' }], brand }))
  const brandIn = async (path: string) => [(await here.ask('pro', 'GET', path)).json()].flat()[0].settings.brand
  expect(new URL((await brandIn('/api/reports')).logoUrl).pathname).toBe(logoUrl)
  expect((await remove(here, logoUrl)).statusCode).toBe(200)
  const left = { ...brand, logoUrl: null }
  expect(await brandIn('/api/reports')).toEqual(left)
  expect(await brandIn(`/api/reports/${id}`)).toEqual(left)
  const { path } = await createLink(here, { brand: await brandIn('/api/reports') })
  expect((await openAt(here, path)).body).toContain('Lowtide')
})

test('a report is its frozen file', async () => {
  const here = await makeWorld()
  const id = await createFrozenReport(here)
  const { path } = await createLink(here, { kind: 'report', targetId: id })
  const file = await here.ask('pro', 'GET', `/api/reports/${id}/file`)
  expect((await openAt(here, path)).body).toBe(file.body)
})

test('a calendar shows the posts of its months and accounts, with their pictures, and none besides', async () => {
  const here = await world({ accounts: ['own', 'other'] })
  await itemsIn(here, [
    { id: 'recThisMonth00001', caption: 'Lemons <b>', publishDate: '2026-11-24T18:30:00.000Z', status: 'Approved' },
    {
      id: 'recNextMonth00001',
      caption: 'Swim',
      publishDate: '2026-12-02',
      imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
    },
    {
      id: 'recFarAhead000001',
      caption: 'Spring',
      publishDate: '2027-05-02',
      imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
    },
    { id: 'recForeign0000001', caption: 'Theirs', publishDate: '2026-11-24T18:30:00.000Z', companyId: 2 },
  ])
  const { path } = await createLink(here, { kind: 'calendar' })
  const month = await openAt(here, path)
  expect(month.statusCode).toBe(200)
  for (const text of ['November 2026', 'Citrus Studio', '18:30', 'Approved', 'Lemons &lt;b&gt;', 'Times are UTC'])
    expect(month.body).toContain(text)
  for (const text of ['Swim', 'Spring', 'Theirs']) expect(month.body).not.toContain(text)
  const next = await openAt(here, `${path}?month=2026-12`)
  expect(next.body).toContain('Any time')
  expect(next.body).toContain(`${path}/pictures/recNextMonth00001/480`)
  for (const text of ['2026-09', '2027-03', '2027-05', '1999-01'])
    expect((await openAt(here, `${path}?month=${text}`)).statusCode).toBe(404)
  for (const picture of ['recFarAhead000001/480', 'recForeign0000001/480', 'recThisMonth00001/480', 'x/480'])
    expect((await openAt(here, `${path}/pictures/${picture}`)).statusCode, picture).toBe(404)
  // A month that is leafed to is no further opening.
  expect((await findNewestLink(here)).openedCount).toBe(1)
  const narrow = await createLink(here, { kind: 'calendar', accountIds: [2] })
  expect((await openAt(here, narrow.path)).body).toContain('Nothing is planned for November 2026 yet')
})

test('the picture of a post that is deleted goes with it', async () => {
  const here = await world()
  const imageUrl = await uploadPicture(here, 40)
  await itemsIn(here, [{ id: 'recThisMonth00001', publishDate: '2026-11-24', imageUrl }])
  const { path } = await createLink(here, { kind: 'calendar' })
  const picture = () => openAt(here, `${path}/pictures/recThisMonth00001/480`)
  expect((await picture()).statusCode).toBe(200)
  await here.ask('pro', 'PUT', '/api/airtable/posts/recThisMonth00001', { status: 'Delete' })
  expect((await openAt(here, path)).body).toContain('Nothing is planned for November 2026 yet')
  expect((await picture()).statusCode).toBe(404)
})

test('a calendar counts its days and hours on the clocks of its company', async () => {
  const here = await world()
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Auckland' })
  await itemsIn(here, [{ id: 'recMidnight000001', publishDate: '2026-11-30T12:30:00.000Z', caption: 'Late' }])
  const { path } = await createLink(here, { kind: 'calendar' })
  expect((await openAt(here, path)).body).not.toContain('Late')
  const december = (await openAt(here, `${path}?month=2026-12`)).body
  expect(december).toContain('Late')
  expect(december).toContain('01:30')
  expect(december).toContain('Auckland time')
})
