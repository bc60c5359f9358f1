/** Reports through HTTP: the numbers of the screen, of one account, a group or hundreds, each report once. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { plant, plantDays } from '../../../testing/planted-accounts.ts'
import { fileOf, freeze, grove, settingsFor, withoutMarkup } from '../../../testing/reports.ts'
import { world } from '../../../testing/world.ts'

test('a report holds the followers of the screen, in the file and in the CSV', async () => {
  const here = await world()
  const id = await grove(here)
  const history = (
    await here.ask('pro', 'GET', `/api/accounts/${id}/metrics/history?from=2026-09-30&to=2026-10-31`)
  ).json()
  const [before, ...inPeriod] = history
  const report = await freeze(here, settingsFor('account', id))
  expect(report).toMatchObject({ subjectName: 'grove', accounts: 1, by: 'pro', timeZone: 'UTC', scheduleId: null })
  const [html, csv] = [await fileOf(here, report.id, 'html'), await fileOf(here, report.id, 'csv')]
  expect(createHash('sha256').update(html).digest('hex')).toBe(report.hash)
  expect(Buffer.byteLength(html)).toBe(report.bytes)
  const text = withoutMarkup(html)
  expect(inPeriod).toHaveLength(31)
  for (const { date, followers } of inPeriod) {
    const day = new Date(date).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    })
    expect(csv).toContain(`"${day}",${followers},`)
    expect(text).toContain(followers.toLocaleString('en-US'))
  }
  const { moves } = (await here.ask('pro', 'GET', `/api/accounts/${id}/analysis?from=2026-10-01&to=2026-10-31`)).json()
  const end = inPeriod.at(-1).followers
  expect(csv).toContain(`"Followers",${end},${end - before.followers},"Sep 30, 2026 to Oct 31, 2026"`)
  expect(csv).toContain(`"Followers, change in the period before","",`)
  expect(moves.map(({ day }: { day: string }) => day)).toEqual(['2026-10-12'])
  for (const { sentence } of moves) expect(text).toContain(sentence)
})

test('one idempotency key makes one report, and refuses another body', async () => {
  const here = await world()
  const id = await grove(here)
  const key = { 'idempotency-key': 'october' }
  const both = await Promise.all([
    here.ask('pro', 'POST', '/api/reports', settingsFor('account', id), key),
    here.ask('pro', 'POST', '/api/reports', settingsFor('account', id), key),
  ])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(both[0]?.json().id).toBe(both[1]?.json().id)
  expect((await here.ask('pro', 'GET', '/api/reports')).json()).toHaveLength(1)
  const other = await here.ask('pro', 'POST', '/api/reports', settingsFor('account', id, { title: 'Other' }), key)
  expect(other.json()).toMatchObject({ status: 422, error: 'key_reused' })
})

test('two hundred accounts are one report, with a row for each in the CSV and the rest named', async () => {
  const here = await world({ accounts: Array.from({ length: 203 }, (_, at) => `account${at}`) })
  const report = await freeze(here, settingsFor('company', 1))
  expect(report.accounts).toBe(200)
  const [html, csv] = [await fileOf(here, report.id, 'html'), await fileOf(here, report.id, 'csv')]
  expect(csv.match(/^"'@account\d+",/gm)).toHaveLength(200)
  expect(withoutMarkup(html)).toContain('The 200 largest accounts; 3 smaller ones left out.')
  expect(Buffer.byteLength(html)).toBeLessThan(300_000)
})

test('without a Chromium a PDF is refused in a sentence that names the way on', async () => {
  const here = await world({ chromiumPath: '/no/such/chromium' })
  const id = await grove(here)
  const report = await freeze(here, settingsFor('account', id))
  const res = await here.ask('pro', 'GET', `/api/reports/${report.id}/file?format=pdf`)
  expect(res.json()).toMatchObject({
    status: 409,
    error: 'pdf_unavailable',
    message: expect.stringContaining('HTML file'),
  })
})

test('a report whose title has accents is saved under the same letters without them', async () => {
  const here = await world()
  const id = await grove(here)
  const report = await freeze(here, settingsFor('account', id, { title: 'Grün in München' }))
  const { headers } = await here.ask('pro', 'GET', `/api/reports/${report.id}/file?format=csv`)
  expect(headers['content-disposition']).toBe('attachment; filename="grun-in-munchen-2026-10-01-2026-10-31.csv"')
})

test('a report of a group holds its accounts, the largest first', async () => {
  const here = await world()
  const [small, large] = [
    await plant(here, 'small', { days: plantDays({ count: 70, seed: 4, followers: 900 }) }),
    await plant(here, 'large', { days: plantDays({ count: 70, seed: 6, followers: 90_000 }) }),
  ]
  const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Both', accountIds: [small, large] })).json()
  const report = await freeze(here, settingsFor('group', group.id))
  const csv = await fileOf(here, report.id, 'csv')
  expect(csv.indexOf('"\'@large"')).toBeGreaterThan(0)
  expect(csv.indexOf('"\'@large"')).toBeLessThan(csv.indexOf('"\'@small"'))
  expect(withoutMarkup(await fileOf(here, report.id, 'html'))).toContain('2 accounts gained')
})
