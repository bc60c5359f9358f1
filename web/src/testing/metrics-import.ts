/** 'Import data' as a test opens it: a file to choose, the preview that the server shows of it, and the upload that the test answers. */
import type { ImportPreview } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { page } from './accounts.ts'
import { FakeRequest } from './fake-request.ts'
import { json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'

/** Before each test. */
export function stubImports(): void {
  window.localStorage.removeItem('import-columns')
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}

export const file = new File(['username,date,followers\n'.repeat(100)], 'days.csv', { type: 'text/csv' })
export const result = { accounts: { made: 3, matched: 1 }, snapshots: 2_190, posts: 0, refused: [], refusedCount: 0 }

export const PREVIEW_ID = '5f0f3a1e-9a3b-4c8e-8a52-0d9d1f1f7a10'
export const PREVIEW = `/api/accounts/import-previews/${PREVIEW_ID}`

export function aPreview(over: object = {}): ImportPreview {
  const preview: ImportPreview = {
    previewId: PREVIEW_ID,
    expiresAt: '2026-11-20T10:00:00.000Z',
    fileName: 'days.csv',
    fileBytes: 2_400,
    companyId: 1,
    format: 'figures',
    table: {
      separator: ';',
      columns: [
        { name: 'account', samples: ['@harbour'], holds: 'username' },
        { name: 'day', samples: ['21.11.2025'], holds: 'date_day_first' },
        { name: 'followers_total', samples: ['204871'], holds: 'followers' },
        { name: 'note', samples: ['Market'], holds: null },
      ],
      missing: [],
    },
    rows: 2_197,
    accounts: { made: 3, matched: 1, elsewhere: [{ companyId: 2, companyName: 'Lemon Co', accounts: 1 }] },
    snapshots: 2_190,
    posts: 0,
    from: '2025-09-21',
    to: '2025-11-21',
    refused: [{ line: 3, reason: 'followers "many" is not a whole number' }],
    refusedCount: 2,
    sample: [
      {
        line: 2,
        username: 'harbour',
        day: '2025-11-21',
        followers: 204_871,
        following: null,
        posts: null,
        engagementRate: null,
        post: null,
      },
    ],
  }
  return { ...preview, ...over }
}

export async function openImport(handlers: Handlers = {}) {
  // As on plain http: browsers have no `randomUUID` there.
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
    if (values instanceof Uint8Array) values.set(Buffer.from(PREVIEW_ID.replaceAll('-', ''), 'hex'))
    return values
  })
  const asked = openApp('/', {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () =>
      json([
        { id: 1, name: 'Citrus Studio' },
        { id: 2, name: 'Lemon Co' },
      ]),
    [`GET ${PREVIEW}`]: () => json({ state: 'running', rows: 0, progress: 0.4 }),
    [`DELETE ${PREVIEW}`]: () => json({ success: true }),
    [`POST ${PREVIEW}/import`]: () => json(result),
    [`GET /api/accounts/import/${PREVIEW_ID}`]: () => json({ state: 'running', rows: 1_200, progress: 0.4 }),
    ...handlers,
  })
  const user = userEvent.setup({ applyAccept: false })
  await screen.findByText('No accounts found. Add your first Instagram account to get started.')
  await user.click(screen.getAllByRole('button', { name: 'Import data' })[0] as HTMLElement)
  // The dialog of that name is empty until its part is loaded.
  await screen.findByLabelText(/Drop a file here, or choose one/)
  const dialog = within(screen.getByRole('dialog', { name: 'Import data' }))
  const choose = (chosen: File) => user.upload(dialog.getByLabelText(/Drop a file here, or choose one/), chosen)
  /** Up to the preview. */
  const preview = async (answer: ImportPreview = aPreview()) => {
    await choose(file)
    await request().answers(200, answer)
  }
  return { asked, user, dialog, choose, preview }
}

export function request(): FakeRequest {
  if (!FakeRequest.last) throw new Error('nothing was sent')
  return FakeRequest.last
}
