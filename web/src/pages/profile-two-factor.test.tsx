/** Two-factor sign-in in the own profile: turned on, and required of administrators. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { currentSession, endSession } from '#lib/session.ts'
import { json, lastBodyOf } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { NOW, openProfile } from '../testing/profile.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const ADDRESS = `otpauth://totp/tangelo%3Amaren?secret=${SECRET}&issuer=tangelo&algorithm=SHA1&digits=6&period=30`
const CODES = Array.from({ length: 10 }, (_, at) => `abcd${at}-efghj`)

/** The server has refused the token, whatever was asked. */
const endHere = (): void => act(() => endSession(currentSession().token ?? ''))

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
    expect(lastBodyOf(asked, 'PUT /api/auth/two-factor')).toEqual({ code: '123 456' })
    await userEvent.keyboard('{Escape}')
    await userEvent.click(kept.getByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('Two-factor sign-in is on')).toBeDefined()
    expect(await screen.findByText(/10 recovery codes are left/)).toBeDefined()
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
  })

  test.each([
    ['when Escape is pressed', false],
    ['when the session ends meanwhile', true],
  ])('new recovery codes stay until they are said to be saved, also %s', async (_, ends) => {
    openProfile({
      'GET /api/auth/two-factor': () => json({ onSince: NOW, recoveryCodesLeft: 2, isRequiredOfAdmins: false }),
      'POST /api/auth/two-factor/recovery-codes': () => json({ recoveryCodes: CODES }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }))
    await userEvent.type(asking.getByLabelText('Password'), 'citrus-grove')
    await userEvent.click(asking.getByRole('button', { name: 'Make new codes' }))
    await screen.findByRole('dialog', { name: 'Your recovery codes' })
    if (ends) {
      endHere()
      await screen.findByRole('dialog', { name: 'Your session has ended' })
    }
    await userEvent.keyboard('{Escape}')
    for (const code of CODES) expect(screen.getByText(code)).toBeDefined()
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
    expect(lastBodyOf(asked, 'PUT /api/auth/two-factor/rule')).toEqual({ isRequiredOfAdmins: true })
    expect(await screen.findByText(/so it stays on/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  })

  test.each([
    ['then the pages open', false],
    ['then the sign-in page where the session ended meanwhile', true],
  ])('stands before every page for an administrator who has to set it up, %s', async (_, ends) => {
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
    const saved = await screen.findByRole('button', { name: 'I have saved them' })
    if (ends) endHere()
    for (const code of CODES) expect(screen.getByText(code)).toBeDefined()
    await userEvent.click(saved)
    if (ends) await waitFor(() => expect(window.location.pathname).toBe('/login'))
    else expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined()
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
