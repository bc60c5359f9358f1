/** Users in the admin panel: made, changed and deleted, and what is refused. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aCompany, aListedUser, fill, openAdmin } from '../testing/admin.ts'
import { findDialog, press } from '../testing/controls.ts'
import { failure, json, lastBodyOf, pageOf } from '../testing/network.ts'

describe('Users', () => {
  test('administrators cannot delete themselves', async () => {
    openAdmin('/admin?tab=users')
    expect(await screen.findByRole('button', { name: 'Delete otto' })).toBeTruthy()
    expect(screen.getByText('You')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit maren' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete maren' })).toBeNull()
  })

  test('are made with a name and a password, basic and without a company by default', async () => {
    const calls = openAdmin('/admin?tab=users', {
      'POST /api/users': () => json(aListedUser({ username: 'ines' }), 201),
    })
    await press('Create user')
    const form = await findDialog('Create user')
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    expect(form.getByText('Username is required')).toBeTruthy()
    expect(form.getByText('Password is required')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Username')))
    await fill(form.getByLabelText('Username'), 'ines')
    await fill(form.getByLabelText('Password'), 'plum jam, two jars')
    expect(form.getByRole('combobox', { name: 'Role' }).textContent).toBe('Basic')
    expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Company' }).value).toBe('No company')
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    expect(await screen.findByText('ines can sign in now.')).toBeTruthy()
    expect(lastBodyOf(calls, 'POST /api/users')).toEqual({
      username: 'ines',
      password: 'plum jam, two jars',
      role: 'basic',
      companyId: null,
    })
  })

  test('a company is found by typing, with the keys alone', async () => {
    const calls = openAdmin('/admin?tab=users', {
      'POST /api/users': () => json(aListedUser(), 201),
      'GET /api/companies': ({ url }) =>
        pageOf(
          url.includes('q=gr') ? [aCompany({ id: 4, name: 'Grain' }), aCompany()] : [aCompany({ id: 5, name: 'A' })],
        ),
    })
    await press('Create user')
    const form = await findDialog('Create user')
    await fill(form.getByLabelText('Username'), 'ines')
    await fill(form.getByLabelText('Password'), 'plum jam, two jars')
    const company = form.getByRole<HTMLInputElement>('combobox', { name: 'Company' })
    await userEvent.type(company, 'gr')
    expect(await screen.findByRole('option', { name: 'Grain' })).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(company.value).toBe('Grove Agency')
    await userEvent.keyboard('x{Escape}')
    expect(company.value).toBe('Grove Agency')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    await screen.findByText('User created')
    expect(lastBodyOf(calls, 'POST /api/users')).toMatchObject({ companyId: 3 })
  })

  test('a change sends what was touched; a password only if filled', async () => {
    const calls = openAdmin('/admin?tab=users', { 'PUT /api/users/9': () => json(aListedUser()) })
    await press('Edit otto')
    const form = await findDialog('Edit user')
    await fill(form.getByLabelText('Profile ID'), 'rec1')
    await fill(form.getByLabelText('Webhook URL'), 'hooks.example')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    expect(form.getByText('A webhook URL begins with https:// or http://')).toBeTruthy()
    await userEvent.clear(form.getByLabelText('Webhook URL'))
    await userEvent.click(form.getByRole('combobox', { name: 'Role' }))
    await userEvent.click(screen.getByRole('option', { name: 'Admin' }))
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('User updated')).toBeTruthy()
    expect(lastBodyOf(calls, 'PUT /api/users/9')).toEqual({ profileId: 'rec1', role: 'admin' })
  })

  test.each([
    ['Edit otto', 'Save changes', 'PUT', 'Failed to update user'],
    ['Delete otto', 'Delete user', 'DELETE', 'Failed to delete user'],
  ] as const)('%s that fails says why', async (button, confirm, method, title) => {
    openAdmin('/admin?tab=users', {
      [`${method} /api/users/9`]: () => failure(409, 'This is the last administrator: make another one first'),
    })
    await press(button)
    if (method === 'PUT') await userEvent.type(screen.getByLabelText('Username'), 'x')
    await press(confirm)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText('This is the last administrator: make another one first')).toBeTruthy()
  })

  test('that are deleted by keyboard leave the focus with the row that takes their place, and at the search without one', async () => {
    let users = [aListedUser({ id: 9, username: 'otto' }), aListedUser({ id: 10, username: 'pia' })]
    const remove = (id: number) => () => {
      users = users.filter((user) => user.id !== id)
      return json({ success: true })
    }
    openAdmin('/admin?tab=users', {
      'GET /api/users': () => pageOf(users),
      'DELETE /api/users/9': remove(9),
      'DELETE /api/users/10': remove(10),
    })
    for (const name of ['otto', 'pia']) {
      const button = await screen.findByRole('button', { name: `Delete ${name}` })
      button.focus()
      await userEvent.keyboard('{Enter}')
      await screen.findByRole('alertdialog', { name: `Delete ${name}` })
      await userEvent.tab()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(button.isConnected).toBe(false))
      await waitFor(() =>
        expect(document.activeElement).toBe(
          name === 'otto'
            ? screen.getByRole('button', { name: 'Delete pia' })
            : screen.getByRole('searchbox', { name: 'Search users' }),
        ),
      )
    }
  })

  test.each([
    [
      'Webhook URL',
      'http://localhost:9000',
      { error: 'invalid_input', fields: { webhookUrl: 'must be an address on the public internet' } },
      'A webhook URL must be an address on the public internet.',
    ],
    [
      'Webhook URL',
      'https://me:secret@hooks.example',
      { error: 'invalid_input', fields: { webhookUrl: 'must not hold a user name or a password' } },
      'A webhook URL must not hold a user name or a password.',
    ],
    [
      'New password',
      'password12',
      { error: 'invalid_input', fields: { password: 'is a common password' } },
      'This password is easy to guess. Choose another one.',
    ],
    ['Username', 'maren', { error: 'username_taken' }, 'Another user has this name.'],
  ])(
    'what the server refuses is said at its field until it is changed: %s %s',
    async (label, value, body, sentence) => {
      openAdmin('/admin?tab=users', { 'PUT /api/users/9': () => failure(400, 'The server says no', body) })
      await press('Edit otto')
      const form = await findDialog('Edit user')
      const field = form.getByLabelText(label)
      await userEvent.clear(field)
      await fill(field, value)
      await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
      expect(await form.findByText(sentence)).toBeTruthy()
      expect(field.getAttribute('aria-invalid')).toBe('true')
      await waitFor(() => expect(document.activeElement).toBe(field))
      await userEvent.type(field, 'x')
      expect(form.queryByText(sentence)).toBeNull()
    },
  )
})
