/** Files of an account, as a person downloads them. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const EXPORT = 'GET /api/accounts/4/export'
let saved: string[] = []

beforeEach(() => {
  saved = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

async function open(handlers: Handlers): Promise<Asked[]> {
  const account = anAccount()
  const calls = openApp(
    '/account/4',
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': () => json([]),
      ...handlers,
    },
    aUser({ role: 'basic' }),
  )
  await screen.findByRole('heading', { level: 1, name: 'Account Detail: @marasea' })
  const button = screen.getByRole('button', { name: 'Export' })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  await userEvent.click(button)
  await screen.findByRole('dialog', { name: 'Export' })
  return calls
}

test('everybody who sees an account downloads its files, named by account and content; Escape leads back', async () => {
  const calls = await open({ [EXPORT]: () => new Response('"username"\r\n') })
  await userEvent.click(screen.getByRole('button', { name: 'Download figures as CSV' }))
  await waitFor(() => expect(saved).toEqual(['marasea-history.csv']))
  await userEvent.click(screen.getByRole('button', { name: 'Download analysis as JSON' }))
  await waitFor(() => expect(saved).toEqual(['marasea-history.csv', 'marasea-analysis.json']))
  expect(calls.filter(({ name }) => name === EXPORT).map(({ url }) => new URL(url, 'http://here').search)).toEqual([
    '?what=history&format=csv',
    '?what=analysis&format=json',
  ])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' })))
})

test('a file that could not be downloaded says why', async () => {
  await open({ [EXPORT]: () => failure(503, 'Stopping.') })
  await userEvent.click(screen.getByRole('button', { name: 'Download posts as CSV' }))
  expect(await screen.findByText('The file could not be downloaded')).toBeTruthy()
  expect(screen.getByText('Stopping.')).toBeTruthy()
  expect(saved).toEqual([])
})
