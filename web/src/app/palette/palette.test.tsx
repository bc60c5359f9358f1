/** The palette and the single keys, as users meet them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, page } from '../../testing/accounts.ts'
import { anAnalysis } from '../../testing/analysis.ts'
import { type Asked, failure, json } from '../../testing/network.ts'
import { type Handlers, openApp } from '../../testing/open-app.tsx'
import { aUser } from '../../testing/people.ts'

// Fetched after the page: a key that is pressed before its file is there does nothing.
beforeAll(() => Promise.all([import('../frame-keys.tsx'), import('./run-key.ts'), import('./palette.tsx')]))
beforeEach(() => window.localStorage.clear())

const ANALYSIS = anAnalysis('2026-11-20')
const NASA = anAccount({ id: 7, username: 'nasa' })

function open(handlers: Handlers = {}, user = aUser()): Asked[] {
  return openApp(
    '/api-tokens',
    {
      'GET /api/auth/tokens': () => json([]),
      'GET /api/accounts': () => page([NASA]),
      'GET /api/airtable/draft-posts': () => page([]),
      'GET /api/airtable/reels': () => page([]),
      'GET /api/users': () => page([]),
      'GET /api/companies': () => page([]),
      'GET /api/accounts/7/analysis': () => json(ANALYSIS),
      ...handlers,
    },
    user,
  )
}

async function openWith(keys: string) {
  const user = userEvent.setup()
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard(keys)
  return user
}
const field = () => screen.findByRole('combobox', { name: 'Search, ask or do something' })
/** As pasted: typing letter by letter takes a test's time and shows nothing more here. */
const fill = async (value: string) => fireEvent.change(await field(), { target: { value } })
const active = async () =>
  document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''

test('Ctrl K opens it, arrows move, Enter goes there, and Escape leaves', async () => {
  open()
  const user = await openWith('{Control>}k{/Control}')
  await fill('pric')
  await waitFor(async () => expect(await active()).toContain('nasa'))
  await user.keyboard('{ArrowUp}')
  expect(await active()).toBe('Pricing')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Search, ask/ })).toBeNull())
})

test('Enter waits for the results of what was typed, and is given up when more is typed', async () => {
  const found = Promise.withResolvers<void>()
  open({
    'GET /api/accounts': ({ url }) => (url.includes('q=nasa') ? found.promise.then(() => page([NASA])) : page([])),
  })
  const user = await openWith('{Control>}k{/Control}')
  await fill('pricing')
  await waitFor(async () => expect(await active()).toBe('Pricing'))
  await fill('nasa')
  await user.keyboard('{Enter}')
  await fill('pricin')
  await waitFor(async () => expect(await active()).toBe('Pricing'))
  expect(location.pathname).toBe('/api-tokens')
  await fill('nasa')
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/api-tokens')
  found.resolve()
  await waitFor(() => expect(location.pathname).toBe('/account/7'))
})

test('a question is answered from the analysis, with its interval and number of posts', async () => {
  open()
  const user = await openWith('{Control>}k{/Control}')
  await fill('best time nasa')
  const answer = await screen.findByRole('option', { name: /18:00 to 22:00/ })
  expect(answer.textContent).toContain(ANALYSIS.posting.sentence)
  await user.click(answer)
  await waitFor(() => expect(location.pathname).toBe('/account/7/analysis'))
})

test('a question is answered for the account of exactly the name that is typed', async () => {
  const larger = { ...NASA, id: 8, username: 'nasa.earth' }
  open({ 'GET /api/accounts': () => page([larger, { ...NASA, username: 'NASA' }]) })
  const user = await openWith('{Control>}k{/Control}')
  await fill('best time nasa')
  await user.click(await screen.findByRole('option', { name: /18:00 to 22:00/ }))
  await waitFor(() => expect(location.pathname).toBe('/account/7/analysis'))
})

test('what was opened before comes first the next time', async () => {
  open()
  const user = await openWith('{Control>}k{/Control}')
  await fill('nasa')
  await user.click(await screen.findByRole('option', { name: /@nasa/ }))
  await user.keyboard('{Control>}k{/Control}')
  const recent = await screen.findByRole('group', { name: 'Recent' })
  expect(await within(recent).findByRole('option', { name: /@nasa/ })).toBeTruthy()
})

test('nothing found offers what was probably meant, and other ways', async () => {
  open({ 'GET /api/accounts': () => page([]) })
  await openWith('{Control>}k{/Control}')
  await fill('besst tme quinta')
  expect(await screen.findByText('Nothing found for “besst tme quinta”')).toBeTruthy()
  expect(screen.getByRole('option', { name: /Best time to post/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /in all captions/ })).toBeTruthy()
})

test('a list that could not be loaded is said, and the others are shown', async () => {
  open({ 'GET /api/airtable/draft-posts': () => failure(500, 'Something went wrong') })
  await openWith('{Control>}k{/Control}')
  await fill('nasa')
  expect(await screen.findByText('Some results could not be loaded')).toBeTruthy()
  expect(screen.getByRole('option', { name: /@nasa/ })).toBeTruthy()
})

test('people and clients are for administrators', async () => {
  const asked = open({}, aUser({ id: 2, username: 'pro', role: 'pro' }))
  await openWith('{Control>}k{/Control}')
  await fill('nasa')
  await screen.findByRole('option', { name: /@nasa/ })
  expect(asked.some(({ name }) => name === 'GET /api/users' || name === 'GET /api/companies')).toBe(false)
})

test('a question mark lists the shortcuts, single keys go places, and can be turned off', async () => {
  open()
  const user = await openWith('?')
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(list.getByText('Reel Maker')).toBeTruthy()
  await user.click(list.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('gu')
  expect(location.pathname).toBe('/api-tokens')
  // Firefox searches the page with it.
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
  window.localStorage.clear()
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false)
  await user.keyboard('gu')
  await waitFor(() => expect(location.pathname).toBe('/profile'))
})

test('letters that choose in a list of options are no shortcuts', async () => {
  open()
  const user = await openWith('?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const list = document.body.appendChild(document.createElement('button'))
  list.setAttribute('role', 'combobox')
  list.focus()
  await user.keyboard('gu')
  list.blur()
  list.remove()
  // What a letter did would be seen by now: this one does.
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(location.pathname).toBe('/api-tokens')
})
