/** The admin panel with one company and two users, and how its fields are filled. */
import type { Company, User } from '@tangelo/contract'
import userEvent from '@testing-library/user-event'
import { page } from './accounts.ts'
import { type Asked, pageOf } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'

const MADE = '2026-11-20T09:00:00.000Z'

export const aCompany = (part: Partial<Company> = {}): Company => ({
  id: 3,
  name: 'Grove Agency',
  website: 'grove.example',
  airtableTable: null,
  timeZone: 'Europe/Lisbon',
  createdAt: MADE,
  users: 0,
  isDemo: false,
  requiresApproval: false,
  accounts: 0,
  ...part,
})

export const aListedUser = (part: Partial<User> = {}): User => ({
  id: 9,
  username: 'otto',
  role: 'pro',
  companyId: 3,
  companyName: 'Grove Agency',
  profileId: null,
  defaultPromptId: null,
  webhookUrl: null,
  mailAddress: null,
  mailState: 'none',
  invitedAt: null,
  createdAt: MADE,
  ...part,
})

export const openAdmin = (address: string, handlers: Handlers = {}): Asked[] =>
  openApp(address, {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () => pageOf([aCompany()]),
    'GET /api/users': () => pageOf([aListedUser(), aListedUser({ id: 7, username: 'maren', role: 'admin' })]),
    ...handlers,
  })

/** Puts a text into a field at once: what single keys do is tested where keys matter. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
