/** Publishing a post from its dialog: who is connected, when, the rehearsal with its cures, and the order. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aDraft, postPage, recordId } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import {
  aCheck,
  anOwnAccount,
  aPublication,
  aRehearsal,
  hoursAhead,
  PUBLICATION_ID,
  someSlots,
} from '../testing/publishing.ts'
import { aReel } from '../testing/reels.ts'

const ID = recordId(1)
const post = aDraft({
  id: ID,
  caption: 'One last swim',
  companyId: 1,
  publishDate: null,
  account: { id: 4, username: 'marasea', profilePicture: null },
  accountId: 4,
})
const offered = {
  name: 'facebook' as const,
  title: 'Facebook Login',
  takesUploads: true,
  permissions: ['publish' as const],
}
const connected = (...accounts: object[]) => json({ logins: [offered], accounts, lastSignIn: null })

function open(handlers: Handlers = {}, user = aUser({ role: 'pro', companyId: 1 })): Asked[] {
  return openApp(
    `/planning?post=${ID}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/posts': () => postPage([]),
      [`GET /api/content/posts/${ID}`]: () => json(post),
      'GET /api/approvals/posts': () => json([]),
      'GET /api/own-accounts': () => connected(anOwnAccount()),
      'GET /api/accounts/4/publishing': () => json(someSlots()),
      'GET /api/accounts/4/analysis': () => failure(404, 'Nothing yet'),
      'POST /api/publications/rehearsal': () => json(aRehearsal()),
      ...handlers,
    },
    user,
  )
}

async function openDialog(name = 'Publish to @marasea') {
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  return within(await screen.findByRole('dialog', { name }))
}

/** Once everything has been checked. */
async function order(dialog: Awaited<ReturnType<typeof openDialog>>, name: RegExp | string = /^Plan for/) {
  await waitFor(() => expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', false))
  await userEvent.click(dialog.getByRole('button', { name }))
}

const bodies = (asked: readonly Asked[], name: string) =>
  asked.filter((one) => one.name === name).map(({ body }) => JSON.parse(body ?? ''))

test('the next free slot is chosen, everything is checked for it, and the order names it', async () => {
  const at = hoursAhead(72)
  const asked = open({
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    'POST /api/publications': () => json(aPublication({ plannedAt: at }), 201),
  })
  const dialog = await openDialog()
  await order(dialog)
  expect(bodies(asked, 'POST /api/publications')).toEqual([{ itemId: ID, accountId: 4, at, options: {} }])
  expect(await screen.findByText('Queued')).toBeTruthy()
  expect(bodies(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ at })
})

test('what blocks is first, with its cure; the order says why it cannot be given', async () => {
  open({
    'POST /api/publications/rehearsal': () =>
      json(
        aRehearsal([
          aCheck(),
          aCheck({ key: 'hashtags', state: 'warning', title: '7 hashtags', detail: 'From 6 on.', fix: 'edit' }),
          aCheck({ key: 'media', state: 'blocked', title: 'The picture is too tall', detail: 'Cut it.', fix: 'crop' }),
        ]),
      ),
  })
  const dialog = await openDialog()
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
  const asked = open({
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
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cut it to fit' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Plan for/ })).toHaveProperty('disabled', false))
  expect(bodies(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ options: { crops: true } })
})

test('a paused account is resumed from its check', async () => {
  const asked = open({
    'POST /api/publications/rehearsal': () =>
      json(
        aRehearsal([aCheck({ key: 'account', state: 'blocked', title: 'Paused', detail: 'pro did.', fix: 'resume' })]),
      ),
    'PUT /api/accounts/4/publishing': () => json(someSlots()),
  })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(bodies(asked, 'PUT /api/accounts/4/publishing')).toEqual([{ isPaused: false }]))
})

test('a time that has passed is refused here, and a typed one is ordered by the clock of the client', async () => {
  const asked = open({ 'POST /api/publications': () => json(aPublication(), 201) })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('radio', { name: /Another time/ }))
  const day = dialog.getByRole('textbox', { name: 'Day' })
  await userEvent.clear(day)
  await userEvent.type(day, 'Jan 5, 2020')
  expect(await dialog.findByText('This time has passed. Choose a later one.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Plan' })).toHaveProperty('disabled', true)
  await userEvent.clear(day)
  const year = new Date(Date.now() + 300 * 86_400_000).getUTCFullYear()
  await userEvent.type(day, `Jan 5, ${year}`)
  await order(dialog, /^Plan for Jan 5/)
  expect(bodies(asked, 'POST /api/publications')[0]?.at).toBe(`${year}-01-05T12:00:00.000Z`)
})

test('a post that is queued already leads to the publication that there is', async () => {
  open({
    'POST /api/publications': () =>
      failure(409, 'This post is queued for @marasea already.', {
        error: 'already_queued',
        publicationId: PUBLICATION_ID,
      }),
  })
  const dialog = await openDialog()
  await order(dialog)
  const alert = within(await dialog.findByRole('alert'))
  expect(alert.getByRole('link', { name: 'See the one that there is' }).getAttribute('href')).toBe(
    `/planning?publication=${PUBLICATION_ID}`,
  )
})

test('what is published now is shown step by step', async () => {
  open({
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
  const dialog = await openDialog()
  await order(dialog, 'Publish now')
  expect(await screen.findByText('It is live on @marasea, published once.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Open on Instagram/ }).getAttribute('href')).toBe(
    'https://www.instagram.com/p/x/',
  )
})

test('without a connected account the dialog says so, and leads to the account', async () => {
  open({ 'GET /api/own-accounts': () => connected() })
  const dialog = await openDialog('Publish')
  expect(await dialog.findByText('No account is connected')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Connect @marasea' }).getAttribute('href')).toBe('/account/4#own-account')
})

const mailAt = (part: object = {}) =>
  json({
    isMailOn: true,
    address: 'pro@studio.example',
    state: 'confirmed',
    bounce: null,
    stopped: [],
    quiet: null,
    timeZone: null,
    ...part,
  })

test('a reminder is planned instead: it says what comes, is rehearsed as one, and leaves out what the app asks for', async () => {
  const at = hoursAhead(72)
  const asked = open({
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    'GET /api/mail/address': () => mailAt(),
    'POST /api/publications/rehearsal': ({ body }) =>
      json(
        aRehearsal(
          body?.includes('"how":"remind"')
            ? [aCheck({ key: 'media', state: 'warning', title: 'Too tall', detail: 'Its app lets you cut it.' })]
            : [aCheck({ key: 'media', state: 'blocked', title: 'Too tall', detail: 'Cut it.', fix: 'crop' })],
        ),
      ),
    'POST /api/publications': () => json(aPublication({ how: 'remind', plannedAt: at }), 201),
  })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cut it to fit' }))
  await userEvent.click(dialog.getByRole('radio', { name: /^Remind me/ }))
  const byHand = within(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' }))
  expect(await byHand.findByText(/^A mail goes to pro@studio.example; webhooks/)).toBeTruthy()
  expect(byHand.queryByRole('checkbox', { name: /^Cut pictures/, hidden: true })).toBeNull()
  await order(byHand, /^Remind me (?!now)/)
  expect(bodies(asked, 'POST /api/publications')).toEqual([
    { itemId: ID, accountId: 4, how: 'remind', at, options: {} },
  ])
  expect(await screen.findByText('Reminder planned')).toBeTruthy()
})

test.each([
  [{ isMailOn: false }, 'This server sends no mail.', false],
  [{ address: null, state: 'none' }, 'You have no mail address here, so no mail comes.', true],
  [{ state: 'unconfirmed' }, 'pro@studio.example is not confirmed yet, so no mail comes.', true],
  [{ state: 'bounced' }, 'A mail to pro@studio.example came back, so no mail comes.', true],
] as const)('where no mail can come the reminder says why: %o', async (part, why, hasLink) => {
  open({ 'GET /api/mail/address': () => mailAt(part) })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Remind me/ }))
  const byHand = within(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' }))
  expect((await byHand.findByText(/Webhooks of the company are called/)).textContent).toContain(why)
  expect(byHand.queryByRole('link', { name: 'Open my mail settings' }) !== null).toBe(hasLink)
})

test('a post for an account that is not connected is reminded of, and never goes out to another one by itself', async () => {
  const asked = open({
    'GET /api/own-accounts': () => connected(anOwnAccount({ accountId: 9, username: 'six.lemons' })),
    'GET /api/mail/address': () => mailAt(),
  })
  const dialog = await openDialog('Post to @marasea yourself')
  expect(await dialog.findByRole('radio', { name: /^Publish/ })).toHaveProperty('disabled', true)
  expect(dialog.getByRole('link', { name: 'Connect @marasea' }).getAttribute('href')).toBe('/account/4#own-account')
  await waitFor(() =>
    expect(bodies(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ accountId: 4, how: 'remind' }),
  )
})

test('without any connected account a reminder is still offered', async () => {
  open({ 'GET /api/own-accounts': () => connected(), 'GET /api/mail/address': () => mailAt() })
  const dialog = await openDialog('Publish')
  await userEvent.click(await dialog.findByRole('button', { name: 'Remind me instead' }))
  expect(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' })).toBeTruthy()
})

const EXPECTED = 'GET /api/accounts/4/insights/expected'
const expected = (items: number) =>
  json({
    format: 'reel',
    ageDays: 7,
    figures: [
      { figure: 'views', items, median: 5_200, low: items < 6 ? null : 3_900, high: items < 6 ? null : 7_400 },
      { figure: 'saves', items: Math.min(items, 2), median: 90, low: null, high: null },
    ],
  })

test('a draft says how comparable items of its account did, and how many are behind it', async () => {
  const asked = open({ [EXPECTED]: () => expected(14) })
  const panel = within(await screen.findByRole('region', { name: 'How comparable posts did' }))
  expect(await panel.findByText('3.9K to 7.4K')).toBeTruthy()
  expect(panel.getByText(/^Median of 14 reels of this account in a year, after 7 days/)).toBeTruthy()
  // Of too few items nothing is said.
  expect(panel.queryByText('Saves')).toBeNull()
  expect(asked.find(({ name }) => name === EXPECTED)?.url).toContain(`itemId=${ID}`)
})

test('of too few comparable items the draft says how many are needed, and a failure says why', async () => {
  let answers = 0
  open({ [EXPECTED]: () => (answers++ === 0 ? failure(503, 'Stopping.') : expected(1)) })
  expect(await screen.findByText('How comparable posts did could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^1 reel of this account has been read: six are needed/)).toBeTruthy()
})

test('what is published already is expected nothing of', async () => {
  const asked = open({
    [`GET /api/content/posts/${ID}`]: () => json({ ...post, status: 'Published' }),
    'GET /api/publications': () => json([aPublication({ state: 'published' })]),
  })
  await screen.findByRole('link', { name: /^@marasea/ })
  expect(asked.some(({ name }) => name === EXPECTED)).toBe(false)
})

const carousel = {
  ...aRehearsal(),
  kind: 'carousel' as const,
  media: ['/media/u/one', '/media/u/two', '/media/u/three'],
}

test('each picture of a carousel has its alternative text, in their order', async () => {
  const asked = open({
    'POST /api/publications/rehearsal': () => json(carousel),
    'POST /api/publications': () => json(aPublication(), 201),
  })
  const dialog = await openDialog()
  expect(await dialog.findByRole('list', { name: '3 pictures' })).toBeTruthy()
  const field = (at: number) =>
    dialog.findByRole('textbox', { name: `Alternative text of picture ${at}`, hidden: true })
  await userEvent.type(await field(1), 'A pier')
  await userEvent.type(await field(3), 'A gull')
  await order(dialog)
  expect(bodies(asked, 'POST /api/publications')[0]?.options).toEqual({ altTexts: ['A pier', '', 'A gull'] })
})

test('a video with pictures goes out as a carousel, with the video where one says', async () => {
  const asked = open({
    [`GET /api/content/posts/${ID}`]: () => json({ ...post, mediaType: 'reel' }),
    'POST /api/publications': () => json(aPublication(), 201),
  })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Publish as', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: 'A carousel, the video first' }))
  await order(dialog)
  expect(bodies(asked, 'POST /api/publications')[0]?.options).toEqual({ carouselVideo: 'first' })
})

test('what Instagram cannot fetch becomes a reel of all its pictures, for the same account', async () => {
  const blocked = aCheck({ key: 'way', state: 'blocked', title: 'Instagram cannot fetch this', fix: 'as_reel' })
  const asked = open({
    'POST /api/publications/rehearsal': () => json({ ...carousel, checks: [blocked], mayGoOut: false }),
    'POST /api/airtable/create-reel': () => json({ success: true, renderId: null, reel: aReel({ id: recordId(9) }) }),
    [`GET /api/airtable/reels/${recordId(9)}`]: () => json(aReel({ id: recordId(9) })),
  })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Make a reel of it 1 credit' }))
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe(`/reel-maker?record=${recordId(9)}`),
  )
  expect(bodies(asked, 'POST /api/airtable/create-reel')).toEqual([
    { images: carousel.media, text: 'One last swim', accountId: 4, companyId: 1 },
  ])
})

test('a basic user publishes nothing', async () => {
  open({}, aUser({ role: 'basic', companyId: 1 }))
  await screen.findByRole('dialog', { name: 'Instagram Post' })
  await screen.findByRole('heading', { name: /^Comments/ })
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Publishing', hidden: true })).toBeNull()
})
