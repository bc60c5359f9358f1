/** The prompt generator as a test opens it, and prompts as the server answers them. */
import type { Prompt } from '@tangelo/contract'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'

export const aPrompt = (part: Partial<Prompt> = {}): Prompt => ({
  id: 'recAbCdEfGhIjKlMn',
  companyId: 1,
  companyName: 'Citrus Studio',
  title: 'Fruit on a table',
  prompt: 'Say what is on the table.',
  createdTime: '2025-02-03T12:00:00.000Z',
  imageUrl: null,
  isDefault: false,
  isOwnDefault: false,
  isCompanyDefault: false,
  ...part,
})

const provider = {
  title: 'OpenAI',
  model: 'gpt-4o-mini',
  isBuiltIn: false,
  callsToday: 3,
  callsPerDay: 200,
  tokensToday: 4_210,
}

export const promptPage = (rows: Prompt[]): Response => json(rows, 200, { 'X-Total-Count': String(rows.length) })

export const openPrompts = (handlers: Handlers = {}, at = '/prompts'): Asked[] =>
  openApp(at, {
    'GET /api/accounts': () => json([]),
    'GET /api/prompts': () => promptPage([aPrompt()]),
    'GET /api/prompts/provider': () => json(provider),
    ...handlers,
  })
