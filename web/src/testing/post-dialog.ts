/** A draft in its dialog 'Instagram Post', opened from the dashboard, and what the server answers when it is saved. */
import type { ContentItem } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { page } from './accounts.ts'
import { aDraft, postPage } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const POST_ID = 'rec0A1b2C3d4E5f6G'
export const PUT_POST = `PUT /api/airtable/posts/${POST_ID}`
export const GET_POST = `GET /api/content/posts/${POST_ID}`

export const thePost = (part: Partial<ContentItem> = {}): ContentItem => aDraft({ id: POST_ID, ...part })

export function openPost(handlers: Handlers = {}, known = thePost()): Asked[] {
  return openApp(
    `/?post=${POST_ID}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/airtable/draft-posts': () => postPage([known]),
      [GET_POST]: () => json(known),
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
}

export async function findPostDialog() {
  await screen.findByLabelText('Caption')
  return within(screen.getByRole('dialog', { name: 'Instagram Post' }))
}

/** Answers with what was sent, as the next version of the post. */
export const answerSaved =
  (part: Partial<ContentItem> = {}) =>
  ({ body }: Asked): Response =>
    json(thePost({ ...JSON.parse(body ?? ''), version: 4, ...part }))

export async function chooseStatus(status: string) {
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(screen.getByRole('option', { name: status }))
  return user
}
