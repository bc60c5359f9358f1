/** The queue in the tab System: work by kind, and what failed permanently is tried again. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, json } from '../testing/network.ts'
import { aDeadLetter, openSystem, someKinds } from '../testing/system.ts'

test('the parts are links; the queue counts each kind in the order of their names, and a dead letter is tried again', async () => {
  const asked = openSystem('', { 'POST /api/system/dead-letters/job-1/retry': () => json({ success: true }) })
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the system' }))
  await userEvent.click(parts.getByRole('link', { name: 'Queue' }))
  expect(window.location.search).toBe('?tab=system&part=queue')
  const table = await screen.findByRole('table', { name: 'Work by kind' })
  expect(parts.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Queue'])
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['KindWaitingRunningFailedNext round', 'Daily refresh000in 12 minutes', 'Table syncs312on demand'])
  const letters = within(await screen.findByRole('list', { name: 'Work that failed permanently' }))
  expect(letters.getByRole('listitem').textContent).toBe(
    'Table syncsGrove Agency, 7The service does not answer.5 triesFailed 30 minutes agoTry Again',
  )
  expect(screen.getByText('The latest 1 of 2')).toBeTruthy()
  await userEvent.click(letters.getByRole('button', { name: 'Try Again: Table syncs, 7' }))
  expect(await screen.findByText('Job queued again')).toBeTruthy()
  expect(asked.filter(({ name }) => name.startsWith('POST'))).toHaveLength(1)
})

test('a dead letter that is tried again is said so, also when it leaves the list first', async () => {
  let isRetried = false
  let answer = (_: Response): void => undefined
  openSystem('queue', {
    'GET /api/system/dead-letters': () => json(isRetried ? [] : [aDeadLetter()]),
    'GET /api/system/queue': () =>
      isRetried
        ? new Promise((resolve) => {
            answer = resolve
          })
        : json(someKinds()),
    'POST /api/system/dead-letters/job-1/retry': () => {
      isRetried = true
      return json({ success: true })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again: Table syncs, 7' }))
  expect(await screen.findByText(/^Nothing has failed permanently/)).toBeTruthy()
  answer(json(someKinds()))
  expect(await screen.findByText('Job queued again')).toBeTruthy()
})

test('what was not paid for has no button; a refusal says why; an empty list says so', async () => {
  const paid = aDeadLetter({ canRetry: false, kind: 'render-reel', requestId: 'Ab3-1x' })
  let letters = [paid, aDeadLetter({ id: 'job-2', companyName: null })]
  openSystem('queue', {
    'GET /api/system/dead-letters': () => json(letters),
    'GET /api/system/queue': () => json([]),
    'POST /api/system/dead-letters/job-2/retry': () => {
      letters = []
      return failure(404, 'Failed work not found')
    },
  })
  expect(await screen.findByText('There has been no work yet.')).toBeTruthy()
  expect(await screen.findByText('Its credit was returned')).toBeTruthy()
  expect(screen.getByText('5 tries, request Ab3-1x')).toBeTruthy()
  expect(screen.getByText(/^of the installation/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Try Again/ }))
  expect(await screen.findByText('It could not be tried again')).toBeTruthy()
  expect(screen.getByText('Failed work not found')).toBeTruthy()
  expect(await screen.findByText('Nothing has failed permanently in the last seven days.')).toBeTruthy()
})
