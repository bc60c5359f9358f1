/** The tray: what is going on in the background, seen from any page. */
import type { Demo } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { page } from '../../../testing/accounts.ts'
import { recordId } from '../../../testing/content.ts'
import { noDemo } from '../../../testing/demo.ts'
import { type Asked, failure, json } from '../../../testing/network.ts'
import { type Handlers, openApp } from '../../../testing/open-app.tsx'
import { aUser } from '../../../testing/people.ts'
import { eventLine, someWork } from '../../../testing/work.ts'

function open(handlers: Handlers = {}, user = aUser()): Asked[] {
  return openApp('/', { 'GET /api/accounts': () => page([]), ...handlers }, user)
}

const running = someWork({ id: 'r', kind: 'refresh-round', subject: null, accountId: null, progress: 0.46 })
const waiting = someWork({ id: 'w', subject: '@casaluma', state: 'waiting', message: 'Put off: no more calls for now' })
const failed = someWork({ id: 'f', subject: '@unknown', state: 'failed', message: 'There is no such profile' })

async function openTray(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name: 'Activity' })
  // Its title answers the press; what it holds follows.
  await waitFor(() => expect(dialog.childElementCount).toBeGreaterThan(1))
  return within(dialog)
}

test('what runs, waits and has failed, each with its way on', async () => {
  const calls = open({
    'GET /api/activity': () => json([failed, waiting, running]),
    'POST /api/activity/w/cancel': () => json({ success: true }),
    'POST /api/activity/f/retry': () => json({ success: true }),
  })
  const tray = await openTray('Activity: 1 running, 1 waiting, 1 failed')
  const underWay = within(tray.getByRole('region', { name: 'Running and waiting' }))
  expect(underWay.getAllByRole('listitem')).toHaveLength(2)
  expect(underWay.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('46')
  expect(underWay.getByText('46%, requested Nov 9, 2026')).toBeTruthy()
  expect(underWay.getByText('Put off: no more calls for now')).toBeTruthy()
  const ended = within(tray.getByRole('region', { name: 'Failed in the last day' }))
  expect(ended.getByText('There is no such profile')).toBeTruthy()

  await userEvent.click(tray.getByRole('button', { name: 'Cancel: Refreshing @casaluma' }))
  await userEvent.click(tray.getByRole('button', { name: 'Try Again: Refresh of @unknown' }))
  const posted = calls.filter(({ name }) => name.startsWith('POST')).map(({ name }) => name)
  expect(posted).toEqual(['POST /api/activity/w/cancel', 'POST /api/activity/f/retry'])
})

test('the demo workspace is seen to be filled on as soon as its work is tried again', async () => {
  let demo: Demo = { ...noDemo, state: 'failed', message: 'It was interrupted too often.' }
  open({
    'GET /api/demo': () => json(demo),
    'GET /api/activity': () => json([someWork({ id: 'f', kind: 'fill-demo', subject: null, state: 'failed' })]),
    'POST /api/activity/f/retry': () => {
      demo = { ...noDemo, state: 'filling' }
      return json({ success: true })
    },
  })
  expect(await screen.findByText(/It was interrupted too often/)).toBeTruthy()
  const tray = await openTray('Activity: 1 failed')
  await userEvent.click(tray.getByRole('button', { name: /^Try Again/ }))
  expect(await screen.findByText('Filling the demo workspace')).toBeTruthy()
})

test('a render that failed leads to its reel, and is not offered to be tried again: its credit was returned', async () => {
  const render = { kind: 'render-reel', subject: 'Ferry', accountId: null, renderId: 'a', reelId: recordId(1) } as const
  open({ 'GET /api/activity': () => json([someWork({ id: 'f', ...render, state: 'failed', message: 'No disk' })]) })
  const tray = await openTray('Activity: 1 failed')
  const link = await tray.findByRole('link', { name: 'Render of Ferry: open it in the Reel Maker' })
  expect(link.getAttribute('href')).toBe(`/reel-maker?record=${recordId(1)}`)
  expect(tray.queryByRole('button', { name: /^Try Again/ })).toBeNull()
})

test('a failed cancellation or retry shows a message, also when the tray is closed', async () => {
  const answers: ((answer: Response) => void)[] = []
  const later = () => new Promise<Response>((resolve) => answers.push(resolve))
  open({
    'GET /api/activity': () => json([failed, waiting]),
    'POST /api/activity/w/cancel': later,
    'POST /api/activity/f/retry': later,
  })
  const tray = await openTray('Activity: 1 waiting, 1 failed')
  await userEvent.click(tray.getByRole('button', { name: 'Cancel: Refreshing @casaluma' }))
  await userEvent.click(tray.getByRole('button', { name: 'Try Again: Refresh of @unknown' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answers[0]?.(failure(409, 'It has begun.'))
  expect(await screen.findByText('It has begun.')).toBeTruthy()
  answers[1]?.(failure(409, 'It is under way.'))
  expect(await screen.findByText('It is under way.')).toBeTruthy()
})

test('nothing going on is calm; Escape closes, and the focus comes back', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Activity' })
  const tray = await openTray('Activity')
  expect(await tray.findByText('Nothing is running. Refreshes and other background work appear here.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('everybody sees it, only administrators change it', async () => {
  open({ 'GET /api/activity': () => json([failed, waiting]) }, aUser({ role: 'basic' }))
  const tray = await openTray('Activity: 1 waiting, 1 failed')
  expect(tray.getAllByRole('listitem')).toHaveLength(2)
  expect(tray.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
})

test('a change that failed is said', async () => {
  open({
    'GET /api/activity': () => json([failed]),
    'POST /api/activity/f/retry': () => failure(409, 'It runs already.'),
  })
  const tray = await openTray('Activity: 1 failed')
  await userEvent.click(tray.getByRole('button', { name: 'Try Again: Refresh of @unknown' }))
  expect(await screen.findByText('It could not be tried again')).toBeTruthy()
  expect(screen.getByText('It runs already.')).toBeTruthy()
})

test('a list that cannot be had says why', async () => {
  open({ 'GET /api/activity': () => failure(500, 'It broke.') })
  const tray = await openTray('Activity')
  expect(await tray.findByText('It broke.')).toBeTruthy()
  expect(tray.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('thousands of waiting refreshes are counted, not listed', async () => {
  const many = Array.from({ length: 1_250 }, (_, index) => someWork({ id: `w${index}`, state: 'waiting' }))
  open({ 'GET /api/activity': () => json(many) })
  const tray = await openTray('Activity: 1250 waiting')
  expect(tray.getAllByRole('listitem')).toHaveLength(50)
  expect(tray.getByText('and 1,200 more')).toBeTruthy()
})

test('beginnings and ends are said to readers; what was there already is no news', async () => {
  const line = eventLine()
  let work = [failed]
  open({ 'GET /api/activity': () => json(work), 'GET /api/events': line.answer })
  await screen.findByRole('button', { name: 'Activity: 1 failed' })
  await waitFor(() => expect(line.isHeard()).toBe(true))
  expect(screen.queryByText(/in the background/)).toBeNull()
  work = [failed, running]
  line.say('activity-changed')
  const news = await screen.findByText('Work is running in the background.')
  expect(news.getAttribute('role')).toBe('status')
  work = [failed]
  line.say('activity-changed')
  expect(await screen.findByText('All work in the background is done.')).toBeTruthy()
})
