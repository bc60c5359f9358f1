/** The bell of every page with what is behind it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { onProfile, someRules } from '../testing/alert-rules.ts'
import { failure, json, lastBodyOf } from '../testing/network.ts'

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

  test('one that the server does not put off comes back among those that have come and gone meanwhile', async () => {
    const lists = [
      listOf(anAlert(1, { isRead: true }), anAlert(2, { isRead: true })),
      listOf(anAlert(3, { isRead: true })),
    ]
    let refuse = (): void => undefined
    onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => lists.shift() ?? new Promise(() => {}),
      'POST /api/alerts/1/snooze': () =>
        new Promise((resolve) => {
          refuse = () => resolve(failure(503, 'The store is away'))
        }),
      'DELETE /api/alerts/2': () => json({ success: true }),
    })
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: /^Later: @nasa lost 1,201/ }))
    await userEvent.click(await panel.findByRole('button', { name: /^Dismiss: @nasa lost 1,202/ }))
    expect(await panel.findByText(/^@nasa lost 1,203/)).toBeDefined()
    refuse()
    expect(await panel.findByText(/^@nasa lost 1,201/)).toBeDefined()
    expect(panel.getByText(/^@nasa lost 1,203/)).toBeDefined()
    expect(panel.queryByText(/^@nasa lost 1,202/)).toBeNull()
  })

  test('one that was pressed twice, and was not put off, comes back first where its place is not known', async () => {
    const lists = [listOf(...[1, 2, 3].map((id) => anAlert(id, { isRead: true })))]
    let isFirst = true
    onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => lists.shift() ?? new Promise(() => {}),
      'POST /api/alerts/1/snooze': () => {
        const answer = isFirst ? new Promise<Response>(() => {}) : failure(503, 'The store is away')
        isFirst = false
        return answer
      },
    })
    const panel = await openPanel()
    const later = await panel.findByRole('button', { name: /^Later: @nasa lost 1,201/ })
    fireEvent.click(later)
    fireEvent.click(later)
    expect(await screen.findByText('The store is away')).toBeDefined()
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(3))
    expect(panel.getAllByRole('listitem')[0]?.textContent).toContain('1,201')
  })

  test('a list that cannot be loaded says why and asks again', async () => {
    let isAway = true
    onProfile({
      'GET /api/alert-rules': () => json(someRules()),
      'GET /api/alerts': () => (isAway ? failure(503, 'The store is away') : listOf()),
    })
    const panel = await openPanel()
    expect(await panel.findByText('The store is away')).toBeDefined()
    isAway = false
    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }))
    expect(await panel.findByText(/^Nothing new\./)).toBeDefined()
  })
})
