/** The dashboard of a planner, its sample drafts, and the cards that show them. */
import type { ContentItem } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import { page } from './accounts.ts'
import { aDraft, postPage, recordId } from './content.ts'
import type { Asked } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const openDashboard = (
  path: string,
  handlers: Handlers = {},
  user = aUser({ role: 'pro', username: 'teo' }),
): Asked[] => openApp(path, { 'GET /api/accounts': () => page([]), ...handlers }, user)

export const withDrafts = (...posts: ContentItem[]): Handlers => ({
  'GET /api/airtable/draft-posts': () => postPage(posts),
})

export const someDrafts = (count: number): ContentItem[] =>
  Array.from({ length: count }, (_, index) =>
    aDraft({
      id: recordId(index + 1),
      caption: `Draft ${index + 1}`,
      location: `Place ${index + 1}`,
      createdTime: new Date(Date.UTC(2026, 10, 9) - index * 60_000).toISOString(),
    }),
  )

export const draftList = () => screen.findByRole('list', { name: 'Draft posts' })

export const draftCards = async () =>
  within(await draftList())
    .getAllByRole('listitem')
    .filter((item) => item.dataset.card)

export const draftNames = async () => (await draftCards()).map((card) => card.querySelector('.post-open')?.textContent)
