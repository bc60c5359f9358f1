/** The calendar for tests of its page: one item, a server that remembers, and its days on the screen. */
import type { ContentItem } from '@tangelo/contract'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { page } from './accounts.ts'
import { aCalendar, aDraft, postPage, recordId } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const ID = recordId('X')
export const PUT = `PUT /api/airtable/posts/${ID}`
export const aPlannedItem = (part: Partial<ContentItem> = {}) =>
  aDraft({ id: ID, caption: 'Ferry', publishDate: '2026-11-24', ...part })

/** As wide as a desk: a table with the side list. */
export function wide(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

export function openCalendar(handlers: Handlers = {}, search = ''): Asked[] {
  return openApp(
    `/planning?tab=calendar${search}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/calendar': () => aCalendar([aPlannedItem()]),
      'GET /api/content/unplanned': () =>
        postPage([aDraft({ id: recordId('U'), caption: 'Undated', publishDate: null })]),
      ...handlers,
    },
    aUser({ role: 'basic' }),
  )
}
export const calendar = () => screen.findByRole('table', { name: /2026/ })
/** A server that remembers. */
export function remembering(first: ContentItem, timeZone = 'UTC'): Handlers {
  let held = first
  return {
    'GET /api/content/calendar': () => aCalendar(held.publishDate === null ? [] : [held], { timeZone }),
    [PUT]: ({ body }) => {
      held = { ...held, ...JSON.parse(body ?? ''), version: held.version + 1 }
      return json(held)
    },
  }
}
export const day = (date: string) => document.querySelector(`[data-day="${date}"]`) as HTMLElement
export const on = (date: string) =>
  [...day(date).querySelectorAll('[data-item]')].map((item) => item.getAttribute('data-item'))
export const grip = () => screen.findByRole('button', { name: 'Move Ferry' })
