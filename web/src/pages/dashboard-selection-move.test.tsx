/** Where accounts of the dashboard may move, and which of those that are selected do. */
import type { ListedAccount } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount } from '../testing/accounts.ts'
import { aCompany } from '../testing/admin.ts'
import { findDialog } from '../testing/controls.ts'
import { accountTable, withAccounts } from '../testing/dashboard.ts'
import { callsOf, json, lastBodyOf, pageOf } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'

const COMPANIES = [
  aCompany({ id: 1, name: 'Citrus Studio' }),
  aCompany({ id: 3, name: 'Grove Agency' }),
  aCompany({ id: 7, name: 'Sample One', isDemo: true }),
  aCompany({ id: 8, name: 'Sample Two', isDemo: true }),
]

const companiesHandlers: Handlers = {
  'GET /api/companies': ({ url }) => {
    const ids = new URL(url, 'http://here').searchParams.get('ids')?.split(',').map(Number)
    return pageOf(ids ? COMPANIES.filter(({ id }) => ids.includes(id)) : COMPANIES)
  },
  'GET /api/accounts/uses': () => json([]),
}

async function openMove(accounts: readonly ListedAccount[], handlers: Handlers = {}) {
  const asked = openApp('/', { ...withAccounts(...accounts), ...companiesHandlers, ...handlers })
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected accounts' }))
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const title = `Move ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} to another company`
  return { asked, user, bar, dialog: await findDialog(title) }
}

const openChoices = async ({ user, dialog }: Pick<Awaited<ReturnType<typeof openMove>>, 'user' | 'dialog'>) => {
  await user.click(dialog.getByRole('combobox', { name: 'Company' }))
  await screen.findAllByRole('option')
  return screen.getAllByRole('option').map(({ textContent }) => textContent)
}

test.each([
  [
    [1, 3],
    ['Citrus Studio', 'Grove Agency'],
  ],
  [[7], ['Sample One', 'Sample Two']],
  [[1, 7], COMPANIES.map(({ name }) => name)],
])('accounts of the companies %j are offered only companies that take them', async (from, offered) => {
  const here = await openMove(from.map((companyId, at) => anAccount({ id: at + 1, username: `a${at}`, companyId })))
  expect(await openChoices(here)).toEqual(offered)
})

const spread = (companyIds: readonly number[]) =>
  companyIds.map((companyId, at) => anAccount({ id: at + 1, username: `alder.${at + 1}`, companyId }))

async function choose(here: Pick<Awaited<ReturnType<typeof openMove>>, 'user' | 'dialog'>, name: string) {
  await openChoices(here)
  await here.user.click(screen.getByRole('option', { name }))
}

test('accounts of several companies move to none that was not chosen; those that are there already are named, and stay out', async () => {
  const here = await openMove(spread([1, 1, 3]), {
    'PUT /api/accounts/company': () => json({ done: [3], failed: [] }),
  })
  const { asked, user, dialog } = here
  const move = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' })
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Company' }).value).toBe('Choose a company')
  expect(move.disabled).toBe(true)
  expect(dialog.queryByText(/history/)).toBeNull()
  expect(callsOf(asked, 'GET /api/accounts/uses')).toEqual([])

  await choose(here, 'Citrus Studio')
  const chosen = await findDialog('Move 1 account to another company')
  expect(chosen.getByText('@alder.3.')).toBeTruthy()
  expect(chosen.getByText('@alder.1 and @alder.2 are there already.')).toBeTruthy()
  expect(await chosen.findByText(/^It takes its history/)).toBeTruthy()
  await user.click(chosen.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('1 account moved')).toBeTruthy()
  expect(lastBodyOf(asked, 'PUT /api/accounts/company')).toEqual({ accountIds: [3], companyId: 1 })
})

test('of many accounts that are there already three are named', async () => {
  const here = await openMove(spread([1, 3, 3, 3, 3, 3]))
  await choose(here, 'Grove Agency')
  expect(here.dialog.getByText('@alder.2, @alder.3, @alder.4 and 2 more are there already.')).toBeTruthy()
  await choose(here, 'Citrus Studio')
  expect(here.dialog.getByText('@alder.1 is there already.')).toBeTruthy()
})
