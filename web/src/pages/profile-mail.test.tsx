/** Mail in the own profile: the address, what is sent there, and when. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { failure, json, lastBodyOf } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { aRecipient, openProfile } from '../testing/profile.ts'

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
    expect(lastBodyOf(asked, 'PUT /api/mail/address')).toEqual(body)
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
    expect(lastBodyOf(asked, 'PUT /api/mail/preferences')).toEqual({ stopped: ['weekly-digest'] })
    await userEvent.click(mail.getByRole('switch', { name: 'Quiet hours' }))
    expect(lastBodyOf(asked, 'PUT /api/mail/preferences').quiet).toEqual({ from: '22:00', until: '07:00' })
    const from = await mail.findByLabelText('From')
    await userEvent.clear(from)
    await userEvent.type(from, '21:30')
    await userEvent.tab()
    await expect
      .poll(() => lastBodyOf(asked, 'PUT /api/mail/preferences').quiet)
      .toEqual({ from: '21:30', until: '07:00' })
  })

  test.each(['Etc/Unknown', undefined])(
    'waits by the clocks of UTC where the device knows no time zone (%s)',
    async (zone) => {
      const known = Intl.DateTimeFormat.prototype.resolvedOptions
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
        this: Intl.DateTimeFormat,
      ) {
        return Object.assign(known.call(this), { timeZone: zone })
      })
      const asked = openProfile({
        'GET /api/mail/address': () => json(aRecipient(confirmed)),
        'PUT /api/mail/preferences': () => json(aRecipient(confirmed)),
      })
      const mail = within(await screen.findByRole('region', { name: 'Mail' }))
      await userEvent.click(await mail.findByRole('switch', { name: 'Quiet hours' }))
      expect(lastBodyOf(asked, 'PUT /api/mail/preferences').timeZone).toBe('UTC')
      expect(mail.getByText('Notifications wait until they are over. Times in UTC.')).toBeDefined()
    },
  )

  test('is stopped as chosen in quick succession, one request after the other', async () => {
    const answers: ((response: Response) => void)[] = []
    const asked = openProfile({
      'GET /api/mail/address': () => json(aRecipient(confirmed)),
      'PUT /api/mail/preferences': () => new Promise((resolve) => answers.push(resolve)),
    })
    const mail = within(await screen.findByRole('region', { name: 'Mail' }))
    await userEvent.click(await mail.findByRole('switch', { name: 'Weekly digest' }))
    await userEvent.click(mail.getByRole('switch', { name: 'Quiet hours' }))
    await userEvent.click(mail.getByRole('switch', { name: 'Answers of clients to approvals' }))
    const isOn = (name: string) => mail.getByRole('switch', { name }).getAttribute('aria-checked')
    expect(['Weekly digest', 'Quiet hours', 'Answers of clients to approvals'].map(isOn)).toEqual([
      'false',
      'true',
      'false',
    ])
    expect(answers).toHaveLength(1)
    answers[0]?.(json(aRecipient({ ...confirmed, stopped: ['weekly-digest'] })))
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(failure(500, 'The disk is full'))
    expect(await screen.findByText('This could not be saved')).toBeDefined()
    await waitFor(() => expect(answers).toHaveLength(3))
    expect(lastBodyOf(asked, 'PUT /api/mail/preferences')).toEqual({ stopped: ['weekly-digest', 'approvals'] })
    answers[2]?.(json(aRecipient({ ...confirmed, stopped: ['weekly-digest', 'approvals'] })))
    await waitFor(() => expect(isOn('Quiet hours')).toBe('false'))
    expect(isOn('Weekly digest')).toBe('false')
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

  test('that is off leads an administrator to where it is set up', async () => {
    openProfile({ 'GET /api/mail/address': () => json(aRecipient({ isMailOn: false })) }, aUser({ role: 'admin' }))
    const link = await screen.findByRole('link', { name: 'See how to set it up' })
    expect(link.getAttribute('href')).toBe('/admin?tab=system&part=mail')
  })
})
