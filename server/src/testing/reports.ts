/** Reports for tests: an account whose followers jump, what a report of it asks for, and the file that is made. */
import { REPORT_SECTIONS } from '@tangelo/contract/limits'
import { expect } from 'vitest'
import { DAY_MS, plant, plantDays, plantPosts, shiftFrom } from './planted-accounts.ts'
import type { World } from './world.ts'

/** All but the figures of an own account: none is connected here. */
export const SECTIONS = REPORT_SECTIONS.filter((kind) => kind !== 'owner')

interface Overrides {
  title?: string
  from?: string
  to?: string
  sections?: { kind: (typeof SECTIONS)[number]; note?: string }[]
  brand?: { name?: string; logoUrl?: string; colour?: string }
}

export const settingsFor = (kind: 'account' | 'group' | 'company', id: number, more: Overrides = {}) => ({
  title: 'Grove in October',
  subject: { kind, id },
  from: '2026-10-01',
  to: '2026-10-31',
  sections: SECTIONS.map((section) => ({ kind: section })),
  ...more,
})

const JUMP = Date.UTC(2026, 9, 12) / DAY_MS

/** Its followers jump on October 12. */
export const grove = (here: World) =>
  plant(here, 'grove', {
    days: shiftFrom(plantDays({ count: 120, seed: 3 }), JUMP, 0.1),
    posts: plantPosts({ count: 90, seed: 5, endsBefore: 22 }),
  })

export async function fileOf({ ask }: World, id: number, format: 'html' | 'csv'): Promise<string> {
  const { statusCode, body } = await ask('pro', 'GET', `/api/reports/${id}/file?format=${format}`)
  expect(statusCode).toBe(200)
  return body
}

export async function freeze(here: World, settings: object, who: 'pro' | 'admin' = 'pro') {
  const res = await here.ask(who, 'POST', '/api/reports', settings)
  expect(res.statusCode, res.body).toBe(201)
  return res.json()
}

export const withoutMarkup = (text: string) => text.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, ' ')
