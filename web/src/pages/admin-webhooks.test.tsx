/** What was sent to webhooks, in the tab 'System'; the webhook of one user; and the notice of one that was switched off. */
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { minutesAgo } from '../testing/time.ts'

const aDelivery = (part: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 12,
  eventId: '5d0c4c3e-5b7b-4a0e-8f0a-0a1b2c3d4e5f',
  kind: 'account.refreshed',
  subject: '@nasa',
  userId: 3,
  username: 'paula',
  companyId: 1,
  companyName: 'Citrus Studio',
  state: 'delivered',
  tries: 1,
  status: 200,
  milliseconds: 84,
  message: null,
  createdAt: minutesAgo(5),
  lastTriedAt: minutesAgo(5),
  nextTryAt: null,
  ...part,
})

const aWebhook = (part: Partial<Webhook> = {}): Webhook => ({
  userId: 7,
  username: 'maren',
  companyId: 1,
  companyName: 'Citrus Studio',
  url: 'https://hooks.example.org/in',
  state: 'on',
  failures: 0,
  message: null,
  nextTryAt: null,
  lastDeliveredAt: minutesAgo(3),
  switchedOffAt: null,
  waiting: 0,
  ...part,
})

const open = (path: string, handlers: Handlers, user = aUser()): Asked[] =>
  openApp(path, { 'GET /api/accounts': () => page([]), 'GET /api/webhooks': () => json([]), ...handlers }, user)

const openDeliveries = (handlers: Handlers): Asked[] => open('/admin?tab=system&part=webhooks', handlers)

test('deliveries say how each went; one is looked at and sent again', async () => {
  const failed = aDelivery({
    id: 11,
    kind: 'render.failed',
    subject: null,
    state: 'failed',
    tries: 9,
    status: 500,
    message: 'It answered with status 500.',
  })
  const asked = openDeliveries({
    'GET /api/webhooks/deliveries': () => json([aDelivery(), failed]),
    'GET /api/webhooks/deliveries/12': () => json({ ...aDelivery(), body: '{"type":"account.refreshed"}' }),
    'POST /api/webhooks/deliveries/11/resend': () => json({ ...failed, state: 'waiting' }, 202),
  })
  const list = within(await screen.findByRole('list', { name: 'Deliveries' }))
  const [taken, refused] = list.getAllByRole('listitem').map((item) => item.textContent)
  expect(taken).toBe('Account refreshed@nasapaula, 5 minutes agoDelivered2005 minutes agoResend')
  expect(refused).toBe('Render failedpaula, 5 minutes agoFailed9 tries5 minutes agoResendIt answered with status 500.')

  await userEvent.click(list.getByRole('button', { name: 'Account refreshed for paula, details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Account refreshed' }))
  expect(dialog.getByText('Status 200 after 84 ms')).toBeTruthy()
  expect(dialog.getByRole('region', { name: 'Body' }).textContent).toContain('"type": "account.refreshed"')
  await userEvent.keyboard('{Escape}')

  await userEvent.click(list.getByRole('button', { name: 'Resend Render failed to paula' }))
  expect(await screen.findByText('It is on its way with the same event id.')).toBeTruthy()
  await waitFor(() => expect(asked.filter(({ name }) => name === 'GET /api/webhooks/deliveries')).toHaveLength(2))
})

test('a delivery stays open when the list has no more of its state', async () => {
  let rows = [aDelivery({ state: 'waiting', tries: 0, status: null })]
  openDeliveries({
    'GET /api/webhooks/deliveries': () => json(rows),
    'GET /api/webhooks/deliveries/12': () => json({ ...aDelivery(), body: '{"type":"account.refreshed"}' }),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Account refreshed for paula, details' }))
  expect(await screen.findByText('Status 200 after 84 ms')).toBeDefined()
  rows = []
  vi.advanceTimersByTime(10_000)
  expect(await screen.findByText(/^Nothing was sent in the last 30 days/)).toBeTruthy()
  expect(screen.getByText('Status 200 after 84 ms')).toBeDefined()
  vi.useRealTimers()
})

test('deliveries that cannot be loaded, that are none, and those of one state', async () => {
  let isBroken = true
  const asked = openDeliveries({
    'GET /api/webhooks/deliveries': () => (isBroken ? failure(500, 'It broke.') : json([])),
  })
  expect(await screen.findByText('The deliveries could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^Nothing was sent in the last 30 days/)).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }))
  await userEvent.click(screen.getByRole('option', { name: 'Failed' }))
  expect(await screen.findByText('No delivery is in this state.')).toBeTruthy()
  expect(asked.at(-1)?.url).toContain('state=failed')
})

test('the own webhook is tested, and gets a secret that is shown once', async () => {
  const secret = 'whsec_c2VjcmV0IGZvciB0ZXN0cyBvbmx5LCAzMiBieXRlcyE='
  let isAnswering = false
  open(
    '/profile',
    {
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: 'basic',
          companyName: 'Citrus Studio',
          timeZone: 'UTC',
          memberSince: '2026-01-31T23:30:00.000Z',
          hasWebhook: true,
        }),
      'GET /api/webhooks/7': () => json(aWebhook()),
      'POST /api/webhooks/7/test': () =>
        json(
          isAnswering
            ? aDelivery({ kind: 'test' })
            : aDelivery({
                kind: 'test',
                state: 'failed',
                status: null,
                message: 'The receiver broke the connection off.',
              }),
        ),
      'POST /api/webhooks/7/secret': () => json({ secret, previousUntil: null }),
    },
    aUser({ role: 'basic' }),
  )
  const user = userEvent.setup()
  const section = within(await screen.findByRole('region', { name: 'Webhook' }))
  await section.findByText('On')
  expect(section.getByText('Last delivered 3 minutes ago.')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Send a test' }))
  expect(await section.findByText('Not delivered. The receiver broke the connection off.')).toBeTruthy()
  isAnswering = true
  await user.click(section.getByRole('button', { name: 'Send a test' }))
  expect(await section.findByText('Delivered with status 200 after 84 ms.')).toBeTruthy()

  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(section.getByRole('button', { name: 'New signing secret' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New signing secret' }))
  await user.click(dialog.getByRole('button', { name: 'Make a new secret' }))
  expect(await dialog.findByText('Copy it now: it is not shown again.')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(dialog.getByRole('status', { name: 'Signing secret' }).textContent).toBe(secret)
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(write).toHaveBeenCalledWith(secret)
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(secret))
})

test('one that is switched on again is said to be, also where its card is read after the notice has gone', async () => {
  let isOff = true
  const answers: ((response: Response) => void)[] = []
  const off = aWebhook({ state: 'off', failures: 50, switchedOffAt: minutesAgo(60) })
  open('/profile', {
    'GET /api/auth/profile': () =>
      json({
        username: 'maren',
        role: 'admin',
        companyName: null,
        timeZone: 'UTC',
        memberSince: minutesAgo(60),
        hasWebhook: true,
      }),
    'GET /api/webhooks': () => json(isOff ? [off] : []),
    'GET /api/webhooks/7': () => (isOff ? json(off) : new Promise((resolve) => answers.push(resolve))),
    'POST /api/webhooks/7/switch-on': () => {
      isOff = false
      return json(aWebhook())
    },
  })
  await within(await screen.findByRole('region', { name: 'Webhook' })).findByText('Switched off')
  const banner = await screen.findByRole('region', { name: 'Webhooks that were switched off' })
  await userEvent.click(within(banner).getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Webhooks that were switched off' })).toBeNull())
  answers[0]?.(json(aWebhook()))
  expect(await screen.findByText('Webhook switched on')).toBeTruthy()
})

test('one that was switched off is shown on every page, until it is switched on', async () => {
  let isOff = true
  const off = aWebhook({
    state: 'off',
    failures: 50,
    message: 'It answered with status 500.',
    switchedOffAt: minutesAgo(60),
  })
  open('/profile', {
    'GET /api/webhooks': () => json(isOff ? [off, { ...off, userId: 9, username: 'paula' }] : []),
    'GET /api/webhooks/7': () => json(isOff ? off : aWebhook()),
    'POST /api/webhooks/7/switch-on': () => {
      isOff = false
      return json(aWebhook())
    },
  })
  const banner = within(await screen.findByRole('region', { name: 'Webhooks that were switched off' }))
  expect(banner.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Your webhook was switched off: too many attempts in a row failed. It answered with status 500.Switch on',
    'The webhook of paula was switched off: too many attempts in a row failed. It answered with status 500.Switch on',
  ])
  await userEvent.click(within(banner.getAllByRole('listitem')[0] as HTMLElement).getByRole('button'))
  expect(await screen.findByText('Webhook switched on')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Webhooks that were switched off' })).toBeNull())
})
