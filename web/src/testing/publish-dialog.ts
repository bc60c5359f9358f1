/** A draft of @marasea opened in the planning, and the dialog that publishes it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { page } from './accounts.ts'
import { aDraft, postPage, recordId } from './content.ts'
import { type Asked, failure, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { anOwnAccount, aRehearsal, someSlots } from './publishing.ts'

export const DRAFT_ID = recordId(1)

export const draft = aDraft({
  id: DRAFT_ID,
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
export const answerConnected = (...accounts: object[]): Response =>
  json({ logins: [offered], accounts, lastSignIn: null })

export function openDraft(handlers: Handlers = {}, user = aUser({ role: 'pro', companyId: 1 })): Asked[] {
  return openApp(
    `/planning?post=${DRAFT_ID}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/posts': () => postPage([]),
      [`GET /api/content/posts/${DRAFT_ID}`]: () => json(draft),
      'GET /api/approvals/posts': () => json([]),
      'GET /api/own-accounts': () => answerConnected(anOwnAccount()),
      'GET /api/accounts/4/publishing': () => json(someSlots()),
      'GET /api/accounts/4/analysis': () => failure(404, 'Nothing yet'),
      'POST /api/publications/rehearsal': () => json(aRehearsal()),
      ...handlers,
    },
    user,
  )
}

export async function openPublishDialog(name = 'Publish to @marasea') {
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  return within(await screen.findByRole('dialog', { name }))
}

/** Once everything has been checked. */
export async function order(
  dialog: Awaited<ReturnType<typeof openPublishDialog>>,
  name: RegExp | string = /^Plan for/,
): Promise<void> {
  await waitFor(() => expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', false))
  await userEvent.click(dialog.getByRole('button', { name }))
}
