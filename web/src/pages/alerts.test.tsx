/** The bell of every page with what is behind it, and the rules in the profile. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { anAccount } from '../testing/accounts.ts'
import { type Asked, failure, json, lastBodyOf } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const NOW = new Date().toISOString()
const anAlert = (id: number, part: object = {}) => ({
  id,
  kind: 'anomaly',
  sentence: `@nasa lost 1,20${id} followers on Nov 19`,
  cause: 'Nothing we hold explains it',
  number: 1,
  change: -1_204,
  accountId: 4,
  day: '2026-11-19',
  companyId: 1,
  failed: null,
  openedAt: NOW,
  changedAt: NOW,
  closedAt: null,
  isRead: false,
  snoozedUntil: null,
  ...part,
})
const listOf = (...alerts: object[]) => json({ alerts, more: 0, snoozed: 0 })
const all = { kind: 'all', ids: [] as number[] }
const here = { product: true, mail: true, webhook: true }
const someRules = (part: object = {}) => ({
  rules: [
    { kind: 'anomaly', isOn: true, scope: all, scopeNames: [], channels: here },
    { kind: 'credits', isOn: false, scope: all, scopeNames: [], channels: here },
  ],
  thresholds: [],
  digest: { isOn: true, weekday: 1, hour: 8 },
  timeZone: 'Europe/Lisbon',
  hasMail: true,
  hasWebhook: false,
  falseAlarms: { perAccountYear: 0.01, accounts: 200, mailsPerYear: 1 },
  ...part,
})

const onProfile = (handlers: Handlers): Asked[] =>
  openApp(
    '/profile',
    {
      'GET /api/accounts': () => json([anAccount({ id: 4, username: 'nasa', companyId: 1 })]),
      'GET /api/groups': () => json([]),
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: 'pro',
          companyName: 'Citrus Studio',
          timeZone: 'UTC',
          memberSince: NOW,
          hasWebhook: false,
          guessedAt: null,
        }),
      'GET /api/uploads': () => json([]),
      'GET /api/auth/two-factor': () => json({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false }),
      'GET /api/sessions': () => json([]),
      ...handlers,
    },
    aUser({ role: 'pro' }),
  )

describe('the bell', () => {
  const openPanel = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Alerts/ }))
    return within(await screen.findByRole('dialog', { name: 'Alerts' }))
  }

  test('says how many alerts are new; opening them tells the server that they were seen', async () => {
    const asked = onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts/unread': () => json({ count: 2 }),
      'GET /api/alerts': () =>
        listOf(anAlert(1), anAlert(2, { isRead: true }), anAlert(3, { closedAt: NOW, isRead: true })),
      'POST /api/alerts/read': () => json({ success: true }),
    })
    expect(await screen.findByRole('button', { name: 'Alerts: 2 new' })).toBeDefined()
    const panel = await openPanel()
    expect(await panel.findAllByText(/^New\./)).toHaveLength(1)
    const open = within(panel.getByRole('region', { name: 'Open' }))
    expect(open.getAllByRole('listitem')).toHaveLength(2)
    const day = open.getByRole('link', { name: 'See that day: @nasa lost 1,201 followers on Nov 19' })
    expect(day.getAttribute('href')).toBe('/account/4/analysis?day=2026-11-19')
    await waitFor(() => expect(lastBodyOf(asked, 'POST /api/alerts/read')).toEqual({ ids: [1] }))
  })

  test('an alert that is dismissed is gone at once, and Undo brings it back', async () => {
    let isGone = false
    const asked = onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => (isGone ? listOf() : listOf(anAlert(1, { isRead: true }))),
      'DELETE /api/alerts/1': () => {
        isGone = true
        return json({ success: true })
      },
      'POST /api/alerts/1/restore': () => {
        isGone = false
        return json({ success: true })
      },
    })
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: /^Dismiss: @nasa/ }))
    expect(await panel.findByText(/^Nothing new\./)).toBeDefined()
    // Without a style sheet the layer takes the pointer from everything else.
    await userEvent.setup({ pointerEventsCheck: 0 }).click(await screen.findByText('Undo'))
    expect(await panel.findByText(/^@nasa lost/)).toBeDefined()
    expect(asked.some(({ name }) => name === 'POST /api/alerts/1/restore')).toBe(true)
  })

  test('one that the server does not put off comes back, with its words', async () => {
    onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => listOf(anAlert(1, { isRead: true })),
      'POST /api/alerts/1/snooze': () => failure(503, 'The store is away'),
    })
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: /^Later: @nasa/ }))
    expect(await screen.findByText('The store is away')).toBeDefined()
    expect(await panel.findByText(/^@nasa lost/)).toBeDefined()
  })

  test('a list that cannot be loaded says why and asks again', async () => {
    let isAway = true
    onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => (isAway ? failure(503, 'The store is away') : listOf()),
    })
    const panel = await openPanel()
    expect(await panel.findByText('The store is away', {}, { timeout: 5_000 })).toBeDefined()
    isAway = false
    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }))
    expect(await panel.findByText(/^Nothing new\./)).toBeDefined()
  })
})

describe('the rules', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Alerts' }))
  const kept = (change: (rules: ReturnType<typeof someRules>) => object = (rules) => rules): Handlers => {
    let rules = change(someRules())
    return {
      'GET /api/alert-rules': () => json(rules),
      'PUT /api/alert-rules': ({ body }) => {
        rules = { ...rules, ...JSON.parse(body ?? '{}') }
        return json(rules)
      },
    }
  }

  test('a switch is saved at once, and says how often it is wrong', async () => {
    const asked = onProfile(kept())
    const rules = await section()
    expect(await rules.findByText(/^False alarms: about 1 a year among 200 accounts/)).toBeDefined()
    await userEvent.click(rules.getByRole('switch', { name: 'Low credits: on' }))
    const body = () => lastBodyOf(asked, 'PUT /api/alert-rules')
    await waitFor(() => expect(body()?.rules[1]).toEqual({ kind: 'credits', isOn: true, scope: all, channels: here }))
  })

  test('without a webhook none is offered, and without mail there is nothing to choose', async () => {
    onProfile(kept())
    const rules = await section()
    expect(await rules.findByRole('checkbox', { name: 'Followers moved: Mail' })).toBeDefined()
    expect(rules.queryByRole('checkbox', { name: 'Followers moved: Webhook' })).toBeNull()
  })

  test('a server without mail says so and shows no digest', async () => {
    onProfile(kept((rules) => ({ ...rules, hasMail: false })))
    const rules = await section()
    expect(await rules.findByText(/^Mail is off/)).toBeDefined()
    expect(rules.queryByRole('switch', { name: 'Weekly digest: on' })).toBeNull()
    expect(rules.queryByRole('checkbox', { name: 'Followers moved: Here' })).toBeNull()
  })

  test('a threshold is added with a margin of a fiftieth, and taken away', async () => {
    const asked = onProfile(kept())
    const rules = await section()
    await userEvent.click(await rules.findByRole('button', { name: 'Add a threshold' }))
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    expect(rules.getByText('Choose what it is about')).toBeDefined()
    await userEvent.type(rules.getByRole('combobox', { name: 'About' }), 'nasa')
    await userEvent.click(await screen.findByRole('option', { name: '@nasa' }))
    await userEvent.type(rules.getByLabelText('Value'), '10,000')
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    await waitFor(() =>
      expect(lastBodyOf(asked, 'PUT /api/alert-rules')?.thresholds).toEqual([
        {
          isOn: true,
          subject: { kind: 'account', id: 4 },
          metric: 'followers',
          side: 'above',
          value: 10_000,
          margin: 200,
          channels: here,
        },
      ]),
    )
    await userEvent.click(await rules.findByRole('button', { name: /^Remove: Followers of/ }))
    await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/alert-rules')?.thresholds).toEqual([]))
  })

  test('a refused change goes back to what it was', async () => {
    onProfile({ ...kept(), 'PUT /api/alert-rules': () => failure(400, 'Not like this') })
    const rules = await section()
    const credits = await rules.findByRole('switch', { name: 'Low credits: on' })
    await userEvent.click(credits)
    expect(await screen.findByText('Not like this')).toBeDefined()
    await waitFor(() => expect(credits.getAttribute('aria-checked')).toBe('false'))
  })
})
