/** Several drafts at once: selected, approved or deleted in one action, and taken back. */
import type { ContentItem } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { postPage, recordId } from '../testing/content.ts'
import { draftList, draftNames, openDashboard, someDrafts, withDrafts } from '../testing/drafts.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { eventLine } from '../testing/work.ts'

test('by keyboard: arrows move between the cards, Space selects, Shift selects all between, Escape forgets', async () => {
  openDashboard('/', withDrafts(...someDrafts(6)))
  const links = within(await draftList()).getAllByRole('link')
  links[0]?.focus()
  const user = userEvent.setup()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(links[1])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(links[5])
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(links[1])
  await user.keyboard(' {ArrowRight}{ArrowRight}')
  await user.keyboard('{Shift>} {/Shift}')
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected drafts' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

async function selectTwo() {
  const user = userEvent.setup()
  const boxes = within(await draftList()).getAllByRole('checkbox')
  await user.click(boxes[0] as HTMLElement)
  await user.keyboard('{Shift>}')
  await user.click(boxes[1] as HTMLElement)
  await user.keyboard('{/Shift}')
  const bar = within(screen.getByRole('toolbar', { name: 'Selected drafts' }))
  expect(bar.getByText('2 selected')).toBeTruthy()
  return { user, bar }
}

test('what is being planned for several stays open when a colleague has approved them meanwhile', async () => {
  const events = eventLine()
  let held = someDrafts(4)
  openDashboard('/', {
    'GET /api/events': events.answer,
    'GET /api/airtable/draft-posts': () => postPage(held),
    'GET /api/content/assignees': () => json([]),
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Plan' }))
  const dialog = await screen.findByRole('dialog')
  held = held.slice(2)
  await waitFor(() => expect(events.isHeard()).toBe(true))
  events.say('content-changed')
  await waitFor(() => expect(document.querySelectorAll('.post-open')).toHaveLength(2))
  expect(dialog.isConnected).toBe(true)
})

test('a plan for several stays open until it is saved', async () => {
  let answer: (response: Response) => void = () => undefined
  openDashboard('/', {
    ...withDrafts(...someDrafts(4)),
    'GET /api/content/assignees': () => json([{ id: 7, username: 'ira' }]),
    'POST /api/content/posts/status': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Plan' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: 'ira' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save plan' }))
  await user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
  answer(json({ changed: someDrafts(2), refused: [] }))
  expect(await screen.findByText('2 posts planned')).toBeTruthy()
  expect(dialog.isConnected).toBe(false)
})

test('several are approved in one action, and one Undo takes all of it back', async () => {
  let held = someDrafts(4)
  const asked = openDashboard('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': ({ body }) => {
      const { posts, status } = JSON.parse(body ?? '')
      const ids = posts.map(({ id }: { id: string }) => id)
      const changed = someDrafts(4)
        .filter(({ id }) => ids.includes(id))
        .map((post) => ({ ...post, status, version: post.version + 1 }))
      held = status === 'Draft' ? someDrafts(4) : someDrafts(4).filter(({ id }) => !ids.includes(id))
      return json({ changed, refused: [] })
    },
  })
  const { user, bar } = await selectTwo()
  expect(bar.getByRole('button', { name: 'Select all 4' })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('2 posts approved')).toBeTruthy()
  expect(await draftNames()).toEqual(['Place 3', 'Place 4'])
  expect(screen.queryByRole('toolbar')).toBeNull()
  const [sent] = callsOf(asked, 'POST /api/content/posts/status')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    posts: [
      { id: recordId(1), version: 3 },
      { id: recordId(2), version: 3 },
    ],
    status: 'Approved',
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 posts are drafts again')).toBeTruthy()
  expect(await draftNames()).toEqual(['Place 1', 'Place 2', 'Place 3', 'Place 4'])
  const undone = JSON.parse(callsOf(asked, 'POST /api/content/posts/status')[1]?.body ?? '')
  expect([undone.status, undone.posts[0].version]).toEqual(['Draft', 4])
})

test('Undo gives each post back what it was: one waits for approval again', async () => {
  const [first, second, ...rest] = someDrafts(4)
  const before = [{ ...first, approvalAskedAt: '2026-11-20T09:00:00.000Z' }, second, ...rest] as ReturnType<
    typeof someDrafts
  >
  let held = before
  const asked = openDashboard('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': ({ body }) => {
      const { posts, status } = JSON.parse(body ?? '')
      const ids = posts.map(({ id }: { id: string }) => id)
      const changed = someDrafts(4)
        .filter(({ id }) => ids.includes(id))
        .map((post) => ({ ...post, status, version: post.version + 1 }))
      held = status === 'Draft' ? before : before.filter(({ id }) => !ids.includes(id))
      return json({ changed, refused: [] })
    },
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 posts are drafts again')).toBeTruthy()
  const undone = callsOf(asked, 'POST /api/content/posts/status').slice(1)
  expect(undone.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { posts: [{ id: recordId(1), version: 4 }], status: 'Draft', needsApproval: true },
    { posts: [{ id: recordId(2), version: 4 }], status: 'Draft' },
  ])
})

test('marking as Delete paints at once, and rolls back when the server refuses', async () => {
  let answer = (_: Response): void => undefined
  openDashboard('/', {
    ...withDrafts(...someDrafts(3)),
    'POST /api/content/posts/status': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await draftNames()).toEqual(['Place 3']))
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText('The posts could not be changed')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  expect(await draftNames()).toEqual(['Place 1', 'Place 2', 'Place 3'])
})

test('what could not be changed goes back to its place, and a sentence says why', async () => {
  const [first, second, third] = someDrafts(3) as [ContentItem, ContentItem, ContentItem]
  let held = [first, second, third]
  openDashboard('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': () => {
      held = [second, third]
      return json({
        changed: [{ ...first, status: 'Approved', version: 4 }],
        refused: [{ id: second.id, error: 'changed_meanwhile', message: 'Another user changed it.' }],
      })
    },
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('1 of 2 posts could not be changed')).toBeTruthy()
  expect(screen.getByText('Another user changed it.')).toBeTruthy()
  expect(await draftNames()).toEqual(['Place 2', 'Place 3'])
})
