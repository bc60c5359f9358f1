/** Google Drive Imports: connecting, coming back, and connecting anew. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { aDriveStatus, aFolder, folderPage } from '../testing/drive.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { cards, openImports } from '../testing/reel-imports.ts'

test('not connected: what is looked for, what is asked for, and the way there once it is known', async () => {
  const address = Promise.withResolvers<Response>()
  const asked = openImports('/reel-imports', {
    'GET /api/google/auth/status': () => json(aDriveStatus({ authenticated: false, owner: null })),
    'GET /api/google/auth/url': () => address.promise,
  })
  expect(await screen.findByText('Google Drive Authentication Required')).toBeTruthy()
  expect(screen.getByText(/looks for a folder named 'reels'/)).toBeTruthy()
  expect((await findButton('Loading Authentication URL...')).disabled).toBe(true)
  address.resolve(json({ url: 'https://accounts.example.test/allow' }))
  const link = await screen.findByRole('link', { name: 'Connect to Google Drive' })
  expect(link.getAttribute('href')).toBe('https://accounts.example.test/allow')
  expect(callsOf(asked, 'GET /api/google/reels')).toEqual([])
})

test.each([
  ['?success=true', 'Google Drive Connected Successfully', 'You can now import content from your Google Drive'],
  [
    `?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    'Google Drive Authentication Failed',
    '<img src=x onerror=alert(1)>',
  ],
])('coming back with %s is shown once, as text, and leaves the address', async (search, title, words) => {
  openImports(`/reel-imports${search}`)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('reconnecting clears the connection and asks to connect again; when that fails it says so', async () => {
  let isConnected = true
  let fails = true
  openImports('/reel-imports', {
    'GET /api/google/auth/status': () => json(aDriveStatus({ authenticated: isConnected })),
    'GET /api/google/auth/url': () => json({ url: 'https://accounts.example.test/allow' }),
    'POST /api/google/auth/clear': () => {
      if (fails) return failure(500, 'It broke.')
      isConnected = false
      return json({ success: true })
    },
  })
  await screen.findByText('Authenticated')
  await userEvent.click(await findButton('Reconnect Google Drive'))
  expect(await screen.findByText('Reauthorization Error')).toBeTruthy()
  expect(screen.getByText('Failed to reconnect to Google Drive. Please try again.')).toBeTruthy()
  fails = false
  await userEvent.click(await findButton('Reconnect Google Drive'))
  expect(await screen.findByText('Reauthorization Required')).toBeTruthy()
  const words = 'Please click the "Connect to Google Drive" button to reconnect your account.'
  expect(screen.getByText(words)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Connect to Google Drive' })).toBeTruthy()
})

test('reconnecting a folder on the server shows what is in it now', async () => {
  const old = aFolder()
  const found = aFolder({ id: 'folder-2', name: 'Market at dawn' })
  let isCleared = false
  openImports('/reel-imports', {
    'GET /api/google/auth/status': () => json(aDriveStatus({ drive: 'folder', path: '/srv/reels', owner: null })),
    'GET /api/google/reels': () => folderPage(isCleared ? [found, old] : [old]),
    'POST /api/google/auth/clear': () => {
      isCleared = true
      return json({ success: true })
    },
  })
  expect(await cards()).toHaveLength(1)
  await userEvent.click(await findButton('Reconnect Google Drive'))
  expect(await screen.findByText('The folders are on this server. They have been read again.')).toBeTruthy()
  await waitFor(async () => expect(await cards()).toHaveLength(2))
})
