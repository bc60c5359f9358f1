/** API tokens for tests of their page: one of a user, the page, and what is pressed there. */
import type { RouteReply } from '@tangelo/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { page } from './accounts.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

type ApiToken = RouteReply<'GET /api/auth/tokens'>[number]

const DAY = 24 * 3_600_000
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const PRO = aUser({ id: 2, username: 'pro', role: 'pro' })
export const SECRET = 'tangelo_Qw3xabcdefghijklmnopqrstuvwxyzABCDEFGk9Zt'

export function aToken(part: Partial<ApiToken> = {}): ApiToken {
  return {
    id: '0b8f6f0e-6f1d-4c3a-9f0e-2a7d1c5b9e44',
    name: null,
    prefix: 'tangelo_Qw3x',
    lastFour: 'k9Zt',
    createdAt: inDays(-2),
    expiresAt: inDays(88),
    lastUsedAt: null,
    status: 'Active',
    ...part,
  }
}

export function openTokens(handlers: Handlers = {}, { user = PRO, at = '/api-tokens' } = {}): Asked[] {
  return openApp(
    at,
    { 'GET /api/accounts': () => page([]), 'GET /api/auth/tokens': () => json([aToken()]), ...handlers },
    user,
  )
}

export const press = async (name: string | RegExp, inside: ReturnType<typeof within> | typeof screen = screen) =>
  userEvent.click(await inside.findByRole('button', { name }))
/** As pasted: typing letter by letter takes a test's time and shows nothing more here. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
export const dialog = async () => within(await screen.findByRole('dialog'))
