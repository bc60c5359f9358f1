/** Companies in the admin panel: listed, made, changed, deleted, and given credits. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { signOut } from '#features/identity/index.ts'
import { aClient } from '../testing/accounts.ts'
import { aCompany, fill, openAdmin } from '../testing/admin.ts'
import { findDialog, press } from '../testing/controls.ts'
import { failure, json, lastBodyOf, pageOf, silence } from '../testing/network.ts'

test('gives a company credits, with a reason, once', async () => {
  const calls = openAdmin('/admin', {
    'GET /api/companies/3/credits': () => json({ total: 5, used: 5, remaining: 0, renewalDate: null }),
    'POST /api/companies/3/credits': () => json({ total: 25, used: 5, remaining: 20, renewalDate: null }),
  })
  await press('Give credits to Grove Agency')
  const form = await findDialog('Give credits')
  expect(await form.findByText('0 of 5 credits remaining')).toBeTruthy()
  await fill(form.getByRole('textbox', { name: 'Credits' }), '20000')
  await press('Give credits')
  expect(form.getByText('Between 1 and 10,000, in whole numbers')).toBeTruthy()
  expect(form.getByText('Reason is required')).toBeTruthy()
  await userEvent.clear(form.getByRole('textbox', { name: 'Credits' }))
  await fill(form.getByRole('textbox', { name: 'Credits' }), '20')
  await fill(form.getByRole('textbox', { name: 'Reason' }), ' A render that failed twice ')
  await press('Give credits')
  expect(await screen.findByText('Grove Agency has 20 credits now.')).toBeTruthy()
  const given = calls.filter(({ name }) => name === 'POST /api/companies/3/credits')
  expect(given.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { credits: 20, reason: 'A render that failed twice' },
  ])
  expect(given[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('another time zone of a company is all that is sent, and holds for its calendar at once', async () => {
  const days = { today: '2026-11-20', isComplete: true, items: [] }
  let timeZone = 'Europe/Lisbon'
  const calls = openAdmin('/planning?tab=calendar', {
    'GET /api/content/assignees': () => json([]),
    'GET /api/content/calendar': () => json({ timeZone, ...days }),
    'PUT /api/companies/3': ({ body }) => {
      timeZone = JSON.parse(body ?? '').timeZone
      return json(aCompany({ timeZone }))
    },
  })
  expect(await screen.findByText('Lisbon time')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Admin Panel' }))
  await press('Edit Grove Agency')
  const form = await findDialog('Edit company')
  await userEvent.click(form.getByRole('combobox', { name: 'Time zone' }))
  await userEvent.click(screen.getByRole('option', { name: 'Asia/Tokyo' }))
  await press('Save changes')
  expect(await screen.findByText('Company updated')).toBeTruthy()
  expect(lastBodyOf(calls, 'PUT /api/companies/3')).toEqual({ timeZone: 'Asia/Tokyo' })
  await userEvent.click(screen.getByRole('link', { name: 'Planning' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Calendar' }))
  expect(await screen.findByText('Tokyo time')).toBeTruthy()
})

test('another name of the own company stands in the frame at once', async () => {
  openAdmin('/admin', {
    'GET /api/companies': () => pageOf([aCompany({ id: 1, name: 'Citrus Studio' })]),
    'PUT /api/companies/1': () => json(aCompany({ id: 1, name: 'Zest' })),
  })
  expect(await screen.findByText('admin - Citrus Studio')).toBeTruthy()
  await press('Edit Citrus Studio')
  const form = await findDialog('Edit company')
  await userEvent.clear(form.getByRole('textbox', { name: 'Name' }))
  await fill(form.getByRole('textbox', { name: 'Name' }), 'Zest')
  await press('Save changes')
  expect(await screen.findByText('admin - Zest')).toBeTruthy()
  expect(JSON.parse(window.localStorage.getItem('auth_user') ?? '')).toMatchObject({ id: 7, companyName: 'Zest' })
})

test('another name of the own company that is saved while the user signs out brings no session back', async () => {
  const saving = Promise.withResolvers<Response>()
  openAdmin('/admin', {
    'GET /api/companies': () => pageOf([aCompany({ id: 1, name: 'Citrus Studio' })]),
    'PUT /api/companies/1': () => saving.promise,
    'POST /api/auth/logout': (_, signal) => silence(signal),
  })
  await press('Edit Citrus Studio')
  const form = await findDialog('Edit company')
  await userEvent.clear(form.getByRole('textbox', { name: 'Name' }))
  await fill(form.getByRole('textbox', { name: 'Name' }), 'Zest')
  await press('Save changes')
  fireEvent.click(screen.getByRole('link', { name: 'Planning', hidden: true }))
  await screen.findByRole('heading', { level: 1, name: 'Planning' })
  act(() => void signOut())
  saving.resolve(json(aCompany({ id: 1, name: 'Zest' })))
  expect(await screen.findByText('Company updated')).toBeTruthy()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('another name of a client stands on the dashboard the next time', async () => {
  let name = 'Grove Agency'
  openAdmin('/', {
    'GET /api/metrics/clients': () => json([aClient(), aClient({ companyId: 3, name })]),
    'PUT /api/companies/3': () => {
      name = 'Zest'
      return json(aCompany({ name }))
    },
  })
  expect(await screen.findByRole('button', { name: /^Grove Agency/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Admin Panel' }))
  await press('Edit Grove Agency')
  const form = await findDialog('Edit company')
  await userEvent.clear(form.getByRole('textbox', { name: 'Name' }))
  await fill(form.getByRole('textbox', { name: 'Name' }), 'Zest')
  await press('Save changes')
  expect(await screen.findByText('Company updated')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  expect(await screen.findByRole('button', { name: /^Zest/ })).toBeTruthy()
})

test('a company that is saved unchanged is not sent', async () => {
  const calls = openAdmin('/admin')
  await press('Edit Grove Agency')
  await findDialog('Edit company')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
})

describe('Companies', () => {
  test('are listed with what belongs to them, searched and sorted by the server', async () => {
    const calls = openAdmin('/admin', {
      'GET /api/companies': () => pageOf([aCompany({ users: 2, accounts: 11 })], 10_000),
    })
    expect((await screen.findByRole('link', { name: '2 users of Grove Agency' })).getAttribute('href')).toBe(
      '/admin?tab=users&company=3',
    )
    expect(screen.getByRole('link', { name: '11 accounts of Grove Agency' }).getAttribute('href')).toBe(
      '/admin?tab=accounts&company=3',
    )
    expect(screen.getByRole('link', { name: 'grove.example' }).getAttribute('href')).toBe('https://grove.example')
    expect(screen.getByText('1 of 10,000 companies')).toBeTruthy()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'gr')
    await waitFor(() => expect(window.location.search).toBe('?q=gr'))
    await userEvent.click(screen.getByRole('combobox', { name: 'Sort' }))
    await userEvent.click(screen.getByRole('option', { name: 'Recently Added' }))
    await waitFor(() => expect(calls.at(-1)?.url).toBe('/api/companies?limit=100&sort=recent&q=gr'))
  })

  test('a website that is no address of the web is text', async () => {
    openAdmin('/admin', { 'GET /api/companies': () => pageOf([aCompany({ website: 'javascript:alert(1)' })]) })
    expect(await screen.findByText('javascript:alert(1)')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull()
  })

  test('are made once they have a name', async () => {
    const calls = openAdmin('/admin', { 'POST /api/companies': () => json(aCompany({ name: 'Orchard' }), 201) })
    await press('Create company')
    const form = await findDialog('Create company')
    const submit = form.getByRole('button', { name: 'Create company' })
    expect(submit.hasAttribute('disabled')).toBe(true)
    await fill(form.getByLabelText('Name'), ' Orchard ')
    await userEvent.click(submit)
    expect(await screen.findByText('Company created')).toBeTruthy()
    expect(screen.getByText('Orchard has been created.')).toBeTruthy()
    expect(lastBodyOf(calls, 'POST /api/companies')).toEqual({
      name: 'Orchard',
      website: null,
      airtableTable: null,
      timeZone: 'UTC',
      requiresApproval: false,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['POST', 'Create company', 'Create company', 'Failed to create company'],
    ['PUT', 'Edit Grove Agency', 'Save changes', 'Failed to update company'],
  ] as const)('%s that fails says why, and keeps what was typed', async (method, button, submit, title) => {
    const path = method === 'POST' ? '/api/companies' : '/api/companies/3'
    openAdmin('/admin', {
      [`${method} ${path}`]: () => failure(409, 'A company named Other already exists', { error: 'name_taken' }),
    })
    await press(button)
    const form = within(await screen.findByRole('dialog'))
    await userEvent.clear(form.getByLabelText('Name'))
    await fill(form.getByLabelText('Name'), 'Other')
    await userEvent.click(form.getByRole('button', { name: submit }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText('A company named Other already exists')).toBeTruthy()
    const name = form.getByLabelText<HTMLInputElement>('Name')
    expect([name.value, name.getAttribute('aria-invalid')]).toEqual(['Other', 'true'])
    expect(form.getByText('Another company has this name.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(name))
  })

  test('one with users or accounts says what is in the way, and leads there', async () => {
    openAdmin('/admin', { 'GET /api/companies': () => pageOf([aCompany({ users: 1, accounts: 2 })]) })
    await press('Delete Grove Agency')
    const refusal = await findDialog('Delete Grove Agency')
    expect(refusal.getByText('It still has 1 user and 2 accounts. Move or delete them first.')).toBeTruthy()
    await userEvent.click(refusal.getByRole('link', { name: 'Show its users' }))
    expect(await screen.findByText('2 of 2 users')).toBeTruthy()
    expect(window.location.search).toBe('?tab=users&company=3')
    await press('Only Grove Agency')
    await waitFor(() => expect(window.location.search).toBe('?tab=users'))
  })

  test('one that got users since the list was read says so, also to an administrator who is faster than the list', async () => {
    const reading = Promise.withResolvers<void>()
    let isFirst = true
    openAdmin('/admin', {
      'GET /api/companies': async () => {
        if (isFirst) return pageOf([aCompany()])
        await reading.promise
        return pageOf([aCompany({ users: 2, accounts: 1 })])
      },
    })
    await screen.findByRole('button', { name: 'Delete Grove Agency' })
    await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
    await screen.findByRole('button', { name: 'Delete otto' })
    isFirst = false
    await userEvent.click(screen.getByRole('tab', { name: 'Companies' }))
    await press('Delete Grove Agency')
    expect(await screen.findByRole('alertdialog', { name: 'Delete Grove Agency' })).toBeTruthy()
    reading.resolve()
    expect(await screen.findByText('It still has 2 users and 1 account. Move or delete them first.')).toBeTruthy()
  })

  test('are deleted after a question; a refusal is shown', async () => {
    let isRefused = true
    openAdmin('/admin', {
      'DELETE /api/companies/3': () => (isRefused ? failure(409, 'Wait for that to end') : json({ success: true })),
    })
    for (const title of ['Failed to delete company', 'Company deleted']) {
      await press('Delete Grove Agency')
      const question = within(await screen.findByRole('alertdialog', { name: 'Delete Grove Agency' }))
      expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
      await userEvent.click(question.getByRole('button', { name: 'Delete company' }))
      expect(await screen.findByText(title)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      isRefused = false
    }
  })
})
