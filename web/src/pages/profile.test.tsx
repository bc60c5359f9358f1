/** The own profile, and the second step of signing in, as they are used. */
import type { MailRecipient } from '@tangelo/contract'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { verifySession } from '#features/identity/index.ts'
import { currentSession } from '#lib/session.ts'
import { App } from '../app/app.tsx'
import { type Asked, failure, json, network } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const ADDRESS = `otpauth://totp/tangelo%3Amaren?secret=${SECRET}&issuer=tangelo&algorithm=SHA1&digits=6&period=30`
const CODES = Array.from({ length: 10 }, (_, at) => `abcd${at}-efghj`)
const NOW = new Date().toISOString()

const aSession = (part: object) => ({
  id: 'one',
  browser: 'Firefox 145 on Linux',
  address: '10.1.2.3',
  beganAt: NOW,
  lastSeenAt: NOW,
  isCurrent: false,
  ...part,
})

const aRecipient = (part: Partial<MailRecipient> = {}): MailRecipient => ({
  isMailOn: true,
  address: null,
  state: 'none',
  bounce: null,
  stopped: [],
  quiet: null,
  timeZone: null,
  ...part,
})

function openProfile(handlers: Handlers = {}, user = aUser({ role: 'basic' })): Asked[] {
  return openApp(
    '/profile',
    {
      'GET /api/accounts': () => json([]),
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: user.role,
          companyName: 'Citrus Studio',
          timeZone: 'Europe/Berlin',
          memberSince: '2026-01-31T23:30:00.000Z',
          hasWebhook: false,
          guessedAt: null,
        }),
      'GET /api/mail/address': () => json(aRecipient()),
      'GET /api/uploads': () => json([]),
      'GET /api/auth/two-factor': () => json({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false }),
      'GET /api/sessions': () =>
        json([aSession({ id: 'mine', isCurrent: true }), aSession({ browser: null, address: null })]),
      ...handlers,
    },
    user,
  )
}

const bodyOf = (asked: Asked[], name: string) =>
  JSON.parse(asked.findLast((call) => call.name === name)?.body ?? 'null')

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
    const uses = [{ kind: 'post', id: 'rec00000000000001', name: 'A walk' }]
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
    expect(list.getByRole<HTMLButtonElement>('button', { name: 'Delete quay.jpg' }).disabled).toBe(true)
    await userEvent.click(list.getByRole('button', { name: 'Delete spare.jpg' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete spare.jpg?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Upload deleted')).toBeDefined()
    expect(screen.queryByText('spare.jpg')).toBeNull()
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
    expect(bodyOf(asked, 'POST /api/auth/password')).toEqual(body)
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
    expect(bodyOf(asked, 'POST /api/sessions/one/end')).toEqual({ password: 'citrus-grove', code: '123456' })
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

describe('mail', () => {
  const confirmed = { address: 'maren@client.example', state: 'confirmed' } as const

  test('is given an address, once I have said who I am', async () => {
    const answers = [
      failure(400, 'The password is wrong', { fields: { password: 'is not right' } }),
      json(aRecipient({ address: 'maren@client.example', state: 'unconfirmed' })),
    ]
    const asked = openProfile({ 'PUT /api/mail/address': () => answers.shift() ?? new Error('asked too often') })
    const mail = within(await screen.findByRole('region', { name: 'Mail' }))
    await userEvent.click(await mail.findByRole('button', { name: 'Add address' }))
    const first = within(await screen.findByRole('dialog', { name: 'Add your mail address' }))
    await userEvent.type(first.getByLabelText('Mail address'), 'maren@client')
    await userEvent.click(first.getByRole('button', { name: 'Continue' }))
    expect(first.getByText('Write it like name@example.org')).toBeDefined()
    await userEvent.type(first.getByLabelText('Mail address'), '.example')
    await userEvent.click(first.getByRole('button', { name: 'Continue' }))
    const second = within(await screen.findByRole('dialog', { name: 'Save this address?' }))
    await userEvent.type(second.getByLabelText('Password'), 'wrong')
    await userEvent.click(second.getByRole('button', { name: 'Save address' }))
    expect(await second.findByText('The password is wrong')).toBeDefined()
    await userEvent.clear(second.getByLabelText('Password'))
    await userEvent.type(second.getByLabelText('Password'), 'citrus-grove')
    await userEvent.click(second.getByRole('button', { name: 'Save address' }))
    expect(await mail.findByText('Not confirmed')).toBeDefined()
    expect(mail.getByRole('button', { name: 'Send the link again' })).toBeDefined()
    const body = { password: 'citrus-grove', address: 'maren@client.example' }
    expect(bodyOf(asked, 'PUT /api/mail/address')).toEqual(body)
  })

  test('of some kinds is stopped, and waits in quiet hours', async () => {
    let known = aRecipient(confirmed)
    const asked = openProfile({
      'GET /api/mail/address': () => json(known),
      'PUT /api/mail/preferences': ({ body }) => {
        known = { ...known, ...JSON.parse(body ?? '{}') }
        return json(known)
      },
    })
    const mail = within(await screen.findByRole('region', { name: 'Mail' }))
    await userEvent.click(await mail.findByRole('switch', { name: 'Weekly digest' }))
    expect(bodyOf(asked, 'PUT /api/mail/preferences')).toEqual({ stopped: ['weekly-digest'] })
    await userEvent.click(mail.getByRole('switch', { name: 'Quiet hours' }))
    expect(bodyOf(asked, 'PUT /api/mail/preferences').quiet).toEqual({ from: '22:00', until: '07:00' })
    const from = await mail.findByLabelText('From')
    await userEvent.clear(from)
    await userEvent.type(from, '21:30')
    await userEvent.tab()
    await expect.poll(() => bodyOf(asked, 'PUT /api/mail/preferences').quiet).toEqual({ from: '21:30', until: '07:00' })
  })

  test('that came back disables the address until I try again', async () => {
    const bounce = 'The mail server refuses the address: 550 5.1.1 No such user'
    openProfile({
      'GET /api/mail/address': () => json(aRecipient({ ...confirmed, state: 'bounced', bounce })),
      'POST /api/mail/address/retry': () => json(aRecipient(confirmed)),
    })
    const mail = within(await screen.findByRole('region', { name: 'Mail' }))
    expect((await mail.findByRole('alert')).textContent).toBe(bounce)
    await userEvent.click(mail.getByRole('button', { name: 'Try again' }))
    expect(await mail.findByText('Confirmed')).toBeDefined()
  })

  test('that is off says who can set it up', async () => {
    openProfile({ 'GET /api/mail/address': () => json(aRecipient({ isMailOn: false })) })
    expect(await screen.findByText('This server sends no mail yet. An administrator sets it up.')).toBeDefined()
  })
})

describe('two-factor sign-in', () => {
  test('is turned on with the password, a picture that apps can read, and a code; recovery codes are shown once', async () => {
    let isOn = false
    const asked = openProfile({
      'GET /api/auth/two-factor': () =>
        json({ onSince: isOn ? NOW : null, recoveryCodesLeft: isOn ? 10 : 0, isRequiredOfAdmins: false }),
      'POST /api/auth/two-factor': () => json({ secret: SECRET, address: ADDRESS }),
      'PUT /api/auth/two-factor': () => {
        isOn = true
        return json({ recoveryCodes: CODES })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-factor sign-in' }))
    await userEvent.type(dialog.getByLabelText('Password'), 'citrus-grove')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    const picture = await dialog.findByRole('img', { name: 'QR code for the authenticator app' })
    expect(readPicture(picture)).toBe(ADDRESS)
    expect(dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined()
    await userEvent.type(dialog.getByLabelText('Code'), '123 456')
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    const kept = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
    expect(kept.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
    expect(bodyOf(asked, 'PUT /api/auth/two-factor')).toEqual({ code: '123 456' })
    await userEvent.keyboard('{Escape}')
    await userEvent.click(kept.getByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('Two-factor sign-in is on')).toBeDefined()
    expect(await screen.findByText(/10 recovery codes are left/)).toBeDefined()
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
  })

  test('is required of administrators by one who has it', async () => {
    const state = { onSince: NOW, recoveryCodesLeft: 2, isRequiredOfAdmins: false }
    const asked = openProfile(
      {
        'GET /api/auth/two-factor': () => json(state),
        'PUT /api/auth/two-factor/rule': () => {
          state.isRequiredOfAdmins = true
          return json({ success: true })
        },
      },
      aUser(),
    )
    expect(await screen.findByText(/2 recovery codes are left\. Make new ones before you need them\./)).toBeDefined()
    await userEvent.click(screen.getByRole('switch', { name: 'Required of administrators' }))
    expect(await screen.findByText('Now required')).toBeDefined()
    expect(bodyOf(asked, 'PUT /api/auth/two-factor/rule')).toEqual({ isRequiredOfAdmins: true })
    expect(await screen.findByText(/so it stays on/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  })

  test('stands before every page for an administrator who has to set it up', async () => {
    const user = aUser({ mustSetUpTwoFactor: true })
    openProfile(
      {
        'POST /api/auth/two-factor': () => json({ secret: SECRET, address: ADDRESS }),
        'PUT /api/auth/two-factor': () => json({ recoveryCodes: CODES }),
      },
      user,
    )
    await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })
    await userEvent.type(screen.getByLabelText('Password'), 'citrus-grove')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    await userEvent.click(await screen.findByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined()
  })
})

describe('the second step of signing in', () => {
  function openLogin(handlers: Handlers): Asked[] {
    window.history.replaceState(null, '', '/login')
    const asked = network({
      'POST /api/auth/login': () => json({ secondStep: { challenge: 'half-way', expiresAt: NOW } }),
      ...handlers,
    })
    void verifySession()
    render(<App />)
    return asked
  }

  async function enter(): Promise<void> {
    await userEvent.type(await screen.findByLabelText('Username'), 'maren')
    await userEvent.type(screen.getByLabelText('Password'), 'citrus-grove')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  }

  test('takes a code; a wrong one is told at the field', async () => {
    const answers = [
      failure(401, 'This code is wrong. Please try again.', { error: 'wrong_code' }),
      json({ user: aUser(), token: 'secret' }),
    ]
    const asked = openLogin({ 'POST /api/auth/login/code': () => answers.shift() ?? new Error('asked too often') })
    await enter()
    const field = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('This code is wrong. Please try again.')).toBeDefined()
    expect(currentSession().state).not.toBe('authenticated')
    await userEvent.clear(field)
    await userEvent.type(field, '123456{Enter}')
    await expect.poll(() => currentSession().state).toBe('authenticated')
    expect(bodyOf(asked, 'POST /api/auth/login/code')).toEqual({ challenge: 'half-way', code: '123456' })
  })

  test('takes a recovery code, and goes back to the password when it took too long', async () => {
    const asked = openLogin({
      'POST /api/auth/login/code': () =>
        failure(401, 'Signing in took too long. Enter your password again.', { error: 'second_step_over' }),
    })
    await enter()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Signing in took too long. Enter your password again.')).toBeDefined()
    expect(bodyOf(asked, 'POST /api/auth/login/code')).toEqual({ challenge: 'half-way', code: 'abcde-fghjk' })
    expect(await screen.findByLabelText('Password')).toHaveProperty('value', '')
  })
})

/** What an app with a camera would read: the picture in pixels, four to a square. */
function readPicture(picture: Element): string {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const scale = 4
  const width = size * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = '', y = ''] of (picture.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        data.set([0, 0, 0, 255], at)
      }
  return decodeQR({ width, height: width, data })
}
