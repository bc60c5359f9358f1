/** The own profile: who I am, my uploads, my password and my sessions. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { currentSession } from '#lib/session.ts'
import { failure, json, lastBodyOf } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { aSession, NOW, openProfile } from '../testing/profile.ts'

describe('the profile', () => {
  test('tells who I am, and the time zone of my company', async () => {
    openProfile()
    const about = within(await screen.findByRole('region', { name: 'About you' }))
    expect(await about.findByText('maren')).toBeDefined()
    expect(about.getByText('Citrus Studio')).toBeDefined()
    expect(about.getByText('Europe/Berlin')).toBeDefined()
    expect(about.getByText('Feb 1, 2026')).toBeDefined()
  })

  test('lists what my company has uploaded, and deletes what is used nowhere', async () => {
    const image = { kind: 'image', bytes: 2_000_000, width: 4_000, height: 3_000, seconds: null, createdAt: NOW }
    const used = { ...image, id: 'used', url: '/media/u/used', name: 'quay.jpg', uploadedBy: 'nina' }
    const uses = [
      { kind: 'post', id: 'rec00000000000001', name: 'A walk' },
      { kind: 'link', id: '7', name: 'northlane' },
    ]
    const spare = { ...image, id: 'spare', url: '/media/u/spare', name: 'spare.jpg', uploadedBy: null, uses: [] }
    let uploads: object[] = [{ ...used, uses }, spare]
    const asked = openProfile({
      'GET /api/uploads': () => json(uploads),
      'DELETE /api/uploads/spare': () => {
        uploads = [{ ...used, uses }]
        return json({ success: true })
      },
    })
    const list = within(await screen.findByRole('list', { name: 'Uploads of your company' }))
    expect(list.getByText(/4000 × 3000, .+ by nina/)).toBeDefined()
    expect(list.getByRole('link', { name: 'Post: A walk' }).getAttribute('href')).toBe('/?post=rec00000000000001')
    // Basic users cannot open the list of links.
    expect(list.getByText('Live link: northlane').closest('a')).toBeNull()
    const inUse = list.getByRole<HTMLButtonElement>('button', { name: 'Delete quay.jpg' })
    expect([inUse.disabled, list.getByText('To delete it, remove it there first.').id]).toEqual([
      true,
      inUse.getAttribute('aria-describedby'),
    ])
    await userEvent.click(list.getByRole('button', { name: 'Delete spare.jpg' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete spare.jpg?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Upload deleted')).toBeDefined()
    expect(screen.queryByText('spare.jpg')).toBeNull()
    // What is left cannot be deleted: the focus is beside it, and not at the top of the page.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1 upload'))
    expect(asked.filter(({ name }) => name.startsWith('DELETE')).length).toBe(1)
  })

  test('changes the theme', async () => {
    openProfile()
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    expect(window.localStorage.getItem('theme')).toBe('system')
  })

  test('changes the password, with the old one asked; the session goes on as another one', async () => {
    const asked = openProfile({
      'POST /api/auth/password': () => json({ user: aUser({ role: 'basic' }), token: 'fresh', revokedApiTokens: 2 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    expect(screen.getByText('Current password is required')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Current password'), 'citrus-grove')
    await userEvent.type(screen.getByLabelText('New password'), 'plum jam, two jars')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Also delete my API tokens' }))
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Password changed')).toBeDefined()
    expect(screen.getByText('Other sessions of yours have ended. 2 API tokens were deleted.')).toBeDefined()
    const body = { currentPassword: 'citrus-grove', newPassword: 'plum jam, two jars', revokesApiTokens: true }
    expect(lastBodyOf(asked, 'POST /api/auth/password')).toEqual(body)
    expect(currentSession().token).toBe('fresh')
  })

  test('says that many guess at my password', async () => {
    openProfile({
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: 'basic',
          companyName: null,
          timeZone: null,
          memberSince: null,
          hasWebhook: false,
          guessedAt: NOW,
        }),
    })
    expect(await screen.findByText(/^100 sign-ins with your username failed within an hour/)).toBeDefined()
  })

  test('ends a session once I have said who I am, and asks for a code where one is wanted', async () => {
    const answers = [
      failure(400, 'The password is wrong', { fields: { password: 'is not right' } }),
      failure(400, 'Code is required', { fields: { code: 'is missing' } }),
      json({ success: true }),
    ]
    const asked = openProfile({ 'POST /api/sessions/one/end': () => answers.shift() ?? new Error('asked too often') })
    await userEvent.click(await screen.findByRole('button', { name: 'End the session of Unknown program' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End this session?' }))
    await userEvent.type(dialog.getByLabelText('Password'), 'citrus')
    await userEvent.click(dialog.getByRole('button', { name: 'End session' }))
    expect(await dialog.findByText('The password is wrong')).toBeDefined()
    await userEvent.type(dialog.getByLabelText('Password'), '-grove')
    await userEvent.click(dialog.getByRole('button', { name: 'End session' }))
    await userEvent.type(await dialog.findByLabelText('Code'), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'End session' }))
    expect(await screen.findByText('Session ended')).toBeDefined()
    expect(lastBodyOf(asked, 'POST /api/sessions/one/end')).toEqual({ password: 'citrus-grove', code: '123456' })
  })

  test('says what failed, and asks again', async () => {
    let tries = 0
    openProfile({
      'GET /api/sessions': () => {
        tries += 1
        return tries === 1 ? failure(500, 'Something went wrong on the server') : json([aSession({ isCurrent: true })])
      },
    })
    const failed = within(await screen.findByRole('alert'))
    expect(failed.getByText('The sessions could not be loaded')).toBeDefined()
    await userEvent.click(failed.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('You are signed in nowhere else.')).toBeDefined()
  })
})
