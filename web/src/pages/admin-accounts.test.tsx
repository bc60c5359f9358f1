/** Instagram accounts in the admin panel: listed with their company, refreshed, made and moved. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aCompany, fill, openAdmin } from '../testing/admin.ts'
import { findDialog, press } from '../testing/controls.ts'
import { failure, json, lastBodyOf, pageOf } from '../testing/network.ts'

describe('Instagram Accounts', () => {
  const account = anAccount({ id: 4, username: 'marasea', companyId: 3 })

  test('show their company and two decimals, link to their page, and can be refreshed', async () => {
    const calls = openAdmin('/admin?tab=accounts', {
      'GET /api/accounts': () => page([{ ...account, metrics: { ...account.metrics, engagementRate: 1.234 } }]),
      'POST /api/accounts/4/refresh': () => failure(429, 'Wait', { hoursRemaining: 5 }),
    })
    const table = within(await screen.findByRole('table', { name: 'Instagram Accounts' }))
    expect(await table.findByText('Grove Agency')).toBeTruthy()
    expect(table.getByText('1.23%')).toBeTruthy()
    expect(table.getByRole('link', { name: '@marasea' }).getAttribute('href')).toBe('/account/4')
    expect(calls.some(({ name }) => name === 'GET /api/accounts/4/refresh')).toBe(false)
    await userEvent.click(table.getByRole('button', { name: 'Refresh @marasea' }))
    expect(await screen.findByText('Refresh limit reached')).toBeTruthy()
    expect(
      screen.getByText('Account data can only be refreshed once per day. Please try again in 5 hours.'),
    ).toBeTruthy()
  })

  test('are made in the company of the user, and can be moved to another one', async () => {
    const calls = openAdmin('/admin?tab=accounts', {
      'GET /api/accounts': () => page([account]),
      'GET /api/companies': () => pageOf([aCompany({ id: 1, name: 'Citrus Studio' }), aCompany()]),
      'POST /api/accounts': () => json(account, 201),
      'PUT /api/accounts/4': () => json(account),
      'GET /api/accounts/uses': () =>
        json([
          {
            companyId: 3,
            companyName: 'Grove Agency',
            groups: 1,
            emptyGroups: 0,
            emptyGroupLinks: 0,
            emptyGroupSchedules: 0,
            calendars: 0,
            links: 2,
            reportSchedules: 0,
            connections: 0,
          },
        ]),
    })
    await press('Create account')
    const adding = await findDialog('Add Instagram Account')
    await waitFor(() =>
      expect(adding.getByRole<HTMLInputElement>('combobox', { name: 'Company' }).value).toBe('Citrus Studio'),
    )
    await fill(adding.getByLabelText('Username'), '@marasea')
    await userEvent.click(adding.getByRole('button', { name: 'Add Account' }))
    expect(await screen.findByText('Account added successfully')).toBeTruthy()
    expect(lastBodyOf(calls, 'POST /api/accounts')).toMatchObject({ username: 'marasea', companyId: 1 })
    await press('Edit @marasea')
    const editing = await findDialog('Edit Account')
    await userEvent.click(editing.getByRole('combobox', { name: 'Company' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Citrus Studio' }))
    expect(await editing.findByText('It leaves 1 group of Grove Agency.')).toBeTruthy()
    expect(editing.getByText('2 links to it no longer open.')).toBeTruthy()
    await userEvent.click(editing.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Account updated')).toBeTruthy()
    expect(lastBodyOf(calls, 'PUT /api/accounts/4')).toEqual({ companyId: 1 })
  })
})
