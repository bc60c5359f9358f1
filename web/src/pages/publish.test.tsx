/** Publishing a post from its dialog: who may, who is connected, when, the rehearsal with its cures, and the order. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bodiesOf, callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { answerConnected, DRAFT_ID, draft, openDraft, openPublishDialog, order } from '../testing/publish-dialog.ts'
import {
  aCheck,
  anOwnAccount,
  aPublication,
  aRehearsal,
  hoursAhead,
  PUBLICATION_ID,
  someSlots,
} from '../testing/publishing.ts'
import { eventLine } from '../testing/work.ts'

test('the next free slot is chosen, everything is checked for it, and the order names it', async () => {
  const at = hoursAhead(72)
  const asked = openDraft({
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    'POST /api/publications': () => json(aPublication({ plannedAt: at }), 201),
  })
  const dialog = await openPublishDialog()
  await order(dialog)
  expect(bodiesOf(asked, 'POST /api/publications')).toEqual([{ itemId: DRAFT_ID, accountId: 4, at, options: {} }])
  expect(await screen.findByText('Queued')).toBeTruthy()
  expect(bodiesOf(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ at })
})

test('slots that have passed are not offered, and those to come are asked for each time', async () => {
  const soon = hoursAhead(1)
  const later = hoursAhead(72)
  const second = Promise.withResolvers<Response>()
  let times = 0
  const asked = openDraft({
    'GET /api/accounts/4/publishing': () => {
      times += 1
      return times === 1 ? json(someSlots({ next: [hoursAhead(-1), soon], timeZone: 'UTC' })) : second.promise
    },
    'POST /api/publications': () => json(aPublication({ plannedAt: later }), 201),
  })
  const first = await openPublishDialog()
  await waitFor(() => expect(bodiesOf(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ at: soon }))
  expect(first.getAllByRole('radio', { name: /slot/ })).toHaveLength(1)
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
  const dialog = await openPublishDialog()
  expect(dialog.getByRole('button', { name: /^Plan for/ })).toHaveProperty('disabled', true)
  second.resolve(json(someSlots({ next: [later], timeZone: 'UTC' })))
  await order(dialog)
  expect(bodiesOf(asked, 'POST /api/publications')).toMatchObject([{ at: later }])
})

test('the order keeps its focus while other content changes', async () => {
  const events = eventLine()
  const again = Promise.withResolvers<Response>()
  const at = hoursAhead(72)
  const slots = () => json(someSlots({ next: [at], timeZone: 'UTC' }))
  let times = 0
  const asked = openDraft({
    'GET /api/events': events.answer,
    'GET /api/accounts/4/publishing': () => {
      times += 1
      return times === 1 ? slots() : again.promise
    },
    'POST /api/publications': () => json(aPublication({ plannedAt: at }), 201),
  })
  const dialog = await openPublishDialog()
  const plan = await dialog.findByRole('button', { name: /^Plan for/ })
  await waitFor(() => expect(plan).toHaveProperty('disabled', false))
  await waitFor(() => expect(events.isHeard()).toBe(true))
  events.say('content-changed')
  await waitFor(() => expect(times).toBe(2))
  await userEvent.click(plan)
  await waitFor(() => expect(bodiesOf(asked, 'POST /api/publications')).toMatchObject([{ at }]))
  again.resolve(slots())
})

test('what blocks is first, with its cure; the order says why it cannot be given', async () => {
  openDraft({
    'POST /api/publications/rehearsal': () =>
      json(
        aRehearsal([
          aCheck(),
          aCheck({ key: 'hashtags', state: 'warning', title: '7 hashtags', detail: 'From 6 on.', fix: 'edit' }),
          aCheck({ key: 'media', state: 'blocked', title: 'The picture is too tall', detail: 'Cut it.', fix: 'crop' }),
        ]),
      ),
  })
  const dialog = await openPublishDialog()
  expect(await dialog.findByText('3 checks: 1 blocking, 1 warning, 1 passed')).toBeTruthy()
  const titles = [...(dialog.getByText('The picture is too tall').closest('ul')?.querySelectorAll('b') ?? [])]
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Blocking: The picture is too tall',
    'Warning: 7 hashtags',
  ])
  const order = dialog.getByRole('button', { name: /^Plan for/ })
  expect(order).toHaveProperty('disabled', true)
  const reason = document.getElementById(order.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toMatch(/^1 problem to fix/)
})

test('a cure that is here is applied here, and everything is checked again', async () => {
  const asked = openDraft({
    'POST /api/publications/rehearsal': ({ body }) =>
      json(
        aRehearsal(
          body?.includes('"crops":true')
            ? [aCheck()]
            : [aCheck({ key: 'media', state: 'blocked', title: 'Too tall', detail: 'Cut it.', fix: 'crop' })],
        ),
      ),
    'PUT /api/accounts/4/publishing': () => json(someSlots()),
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cut it to fit' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Plan for/ })).toHaveProperty('disabled', false))
  expect(bodiesOf(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ options: { crops: true } })
})

test('a paused account is resumed from its check', async () => {
  const asked = openDraft({
    'POST /api/publications/rehearsal': () =>
      json(
        aRehearsal([aCheck({ key: 'account', state: 'blocked', title: 'Paused', detail: 'pro did.', fix: 'resume' })]),
      ),
    'PUT /api/accounts/4/publishing': () => json(someSlots()),
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')).toEqual([{ isPaused: false }]))
})

test('a time that has passed is refused here, and a typed one is ordered by the clock of the client', async () => {
  const asked = openDraft({ 'POST /api/publications': () => json(aPublication(), 201) })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('radio', { name: /Another time/ }))
  const day = dialog.getByRole('textbox', { name: 'Day' })
  await userEvent.clear(day)
  await userEvent.type(day, 'Jan 5, 2020')
  expect(await dialog.findByText('This time has passed. Choose a later one.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Plan' })).toHaveProperty('disabled', true)
  await userEvent.clear(day)
  // The one that comes next, whatever day it is.
  const year = new Date(Date.now() - 4 * 86_400_000).getUTCFullYear() + 1
  await userEvent.type(day, `Jan 5, ${year}`)
  await order(dialog, /^Plan for Jan 5/)
  expect(bodiesOf(asked, 'POST /api/publications')[0]?.at).toBe(`${year}-01-05T12:00:00.000Z`)
})

test('a post that is queued already leads to the publication that there is', async () => {
  openDraft({
    'POST /api/publications': () =>
      failure(409, 'This post is queued for @marasea already.', {
        error: 'already_queued',
        publicationId: PUBLICATION_ID,
      }),
  })
  const dialog = await openPublishDialog()
  await order(dialog)
  const alert = within(await dialog.findByRole('alert'))
  expect(alert.getByRole('link', { name: 'Open the existing one' }).getAttribute('href')).toBe(
    `/planning?publication=${PUBLICATION_ID}`,
  )
})

test('what is published now is shown step by step', async () => {
  openDraft({
    'GET /api/accounts/4/publishing': () => json(someSlots({ slots: [], next: [] })),
    'POST /api/publications': () => json(aPublication({ plannedAt: new Date().toISOString() }), 201),
    [`GET /api/publications/${PUBLICATION_ID}`]: () =>
      json(
        aPublication({
          state: 'published',
          endedAt: new Date().toISOString(),
          publishedAt: new Date().toISOString(),
          permalink: 'https://www.instagram.com/p/x/',
          sentence: 'It is live on @marasea, published once.',
        }),
      ),
  })
  const dialog = await openPublishDialog()
  await order(dialog, 'Publish now')
  expect(await screen.findByText('It is live on @marasea, published once.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Open on Instagram/ }).getAttribute('href')).toBe(
    'https://www.instagram.com/p/x/',
  )
})

test('without a connected account the dialog says so, and leads to the account', async () => {
  openDraft({ 'GET /api/own-accounts': () => answerConnected() })
  const dialog = await openPublishDialog('Publish')
  expect(await dialog.findByText('No account is connected')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Connect @marasea' }).getAttribute('href')).toBe('/account/4#own-account')
})

test('who gives a queued post another date reads that it keeps its time in the queue', async () => {
  const at = hoursAhead(72)
  openDraft({
    'GET /api/publications': () => json([aPublication({ plannedAt: at })]),
    [`GET /api/content/posts/${DRAFT_ID}`]: () => json({ ...draft, publishDate: at }),
  })
  await screen.findByText('Planned')
  const note = 'It keeps its time in the queue: another date cannot be saved. Choose another time on its page instead.'
  expect(screen.queryByText(note)).toBeNull()
  const time = screen.getByLabelText('Time')
  await userEvent.clear(time)
  await userEvent.type(time, '03:17')
  expect(await screen.findByText(note)).toBeTruthy()
})

test('a basic user publishes nothing', async () => {
  openDraft({}, aUser({ role: 'basic', companyId: 1 }))
  await screen.findByRole('dialog', { name: 'Instagram Post' })
  await screen.findByRole('heading', { name: /^Comments/ })
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Publishing', hidden: true })).toBeNull()
})

test('the account stays as chosen while its publication is ordered', async () => {
  const ordered = Promise.withResolvers<Response>()
  openDraft({
    'GET /api/own-accounts': () =>
      answerConnected(anOwnAccount(), anOwnAccount({ accountId: 9, username: 'six.lemons' })),
    'GET /api/accounts/9/publishing': () => json(someSlots()),
    'POST /api/publications': () => ordered.promise,
  })
  const dialog = await openPublishDialog()
  await order(dialog)
  expect(dialog.getByRole<HTMLButtonElement>('combobox', { name: 'Account' }).disabled).toBe(true)
  ordered.resolve(json(aPublication(), 201))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Publish to @marasea' })).toBeNull())
})

test('a connection that ends while the dialog is open never makes the post one for another account', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = [anOwnAccount(), anOwnAccount({ accountId: 9, username: 'six.lemons' })]
  const later = Promise.withResolvers<Response>()
  const answers = [Promise.resolve(answerConnected(...own)), later.promise]
  const asked = openDraft({
    'GET /api/own-accounts': () => answers.shift() ?? answerConnected(),
    'GET /api/accounts/9/publishing': () => json(someSlots()),
    [`GET /api/content/posts/${DRAFT_ID}`]: () => json({ ...draft, account: null, accountId: null }),
  })
  await openPublishDialog()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Publish to @marasea' })).toBeNull())
  vi.setSystemTime(Date.now() + 60_000)
  const dialog = await openPublishDialog()
  await waitFor(() => expect(callsOf(asked, 'GET /api/own-accounts')).toHaveLength(2))
  later.resolve(answerConnected(anOwnAccount({ state: 'ended', mayPublish: false }), own[1] ?? {}))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(dialog.getByRole('combobox', { name: 'Account' }).textContent).toContain('@marasea')
  expect(screen.queryByRole('dialog', { name: 'Publish to @six.lemons' })).toBeNull()
})
