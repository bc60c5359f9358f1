/** Content on the dashboard in figures: the four counts, and how old the copy of a table is. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDraft, aSync, counts } from '../testing/content.ts'
import { openDashboard, withDrafts } from '../testing/drafts.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

const overview = () => screen.findByRole('region', { name: 'Content Status Overview' })

test('the four counts, each with its share of all', async () => {
  openDashboard('/')
  const region = within(await overview())
  await region.findByText('148')
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Number of Draft Posts14824.6%',
    'Images Waiting to Post6210.3%',
    'Total Published38664.2%',
    'Total Content Items601100.0%',
  ])
  const bar = region.getByRole('progressbar', { name: 'Number of Draft Posts, share of all items' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect((bar.firstElementChild as HTMLElement).style.background).toBe('var(--amber-mark)')
})

test('without any item every share is nothing, never a broken figure', async () => {
  openDashboard('/', { 'GET /api/content/counts': () => counts({ draft: 0, approved: 0, published: 0, total: 0 }) })
  const region = within(await overview())
  await region.findAllByText('0')
  expect(region.getAllByText('0.0%')).toHaveLength(4)
})

test('four grey cards while the counts are on their way', async () => {
  openDashboard('/', { 'GET /api/content/counts': () => new Promise(() => undefined) })
  const region = await overview()
  await within(region).findByText('Loading the counts...')
  expect(region.querySelectorAll('[data-skeleton] > li')).toHaveLength(4)
})

test('counts that failed say why; Refresh Counts asks again and says so', async () => {
  let asked = 0
  openDashboard('/', {
    'GET /api/content/counts': () => {
      asked += 1
      return asked === 1 ? failure(503, 'The store is not answering.') : counts({ draft: asked })
    },
  })
  const region = within(await overview())
  expect(await region.findByText('The counts could not be loaded')).toBeTruthy()
  expect(region.getByText('The store is not answering.')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Try Again' }))
  expect(await region.findByText('2')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Refresh Counts' }))
  expect(await region.findByText('3')).toBeTruthy()
  expect(region.getByText('The counts are up to date.')).toBeTruthy()
})

test('a change somewhere else reaches the counts and the drafts', async () => {
  const events = eventLine()
  let draft = 148
  openDashboard('/', {
    ...withDrafts(aDraft()),
    'GET /api/content/counts': () => counts({ draft }),
    'GET /api/events': events.answer,
  })
  const region = within(await overview())
  await region.findByText('148')
  await waitFor(() => expect(events.isHeard()).toBe(true))
  draft = 149
  events.say('content-changed')
  expect(await region.findByText('149')).toBeTruthy()
})

test('how old the copy of a table is, and why it is not in step', async () => {
  const pulledAt = new Date(Date.now() - 4 * 60_000).toISOString()
  let sync = aSync({ state: 'in_step', table: 'Content', pulledAt })
  const events = eventLine()
  openDashboard('/', { 'GET /api/content/sync': () => json(sync), 'GET /api/events': events.answer })
  expect(await screen.findByText('Synced with Content, 4 minutes ago')).toBeTruthy()
  await waitFor(() => expect(events.isHeard()).toBe(true))
  sync = { ...sync, state: 'failing', message: 'The token has ended.' }
  events.say('content-sync-changed')
  const text = 'Not synced with Content: the copy is from 4 minutes ago. The token has ended.'
  expect(await screen.findByText(text)).toBeTruthy()
})

test('administrators count, but do not plan', async () => {
  const asked = openDashboard('/', {}, aUser())
  await overview()
  await screen.findByText('148')
  expect(screen.queryByText('Content Planning')).toBeNull()
  expect(callsOf(asked, 'GET /api/airtable/draft-posts')).toEqual([])
})
