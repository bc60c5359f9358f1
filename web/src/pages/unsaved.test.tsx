/** What was typed into a dialog that the address does not know: closing it, and leaving the page, ask first. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aCompany } from '../testing/admin.ts'
import { somePeers } from '../testing/comparison.ts'
import { aCapacity, aConnection } from '../testing/connections.ts'
import { aDraft, counts, postPage } from '../testing/content.ts'
import { json, pageOf } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'
import { REPORT } from '../testing/reports.ts'
import { stubWidth } from '../testing/width.ts'

const ID = 'rec0A1b2C3d4E5f6G'
const post = aDraft({ id: ID, caption: 'Six lemons' })

const open = (address: string) => {
  stubWidth(800)
  const account = anAccount({ id: 1, username: 'marasea' })
  openApp(address, {
    'GET /api/accounts': () => page([account]),
    'GET /api/companies': () => pageOf([aCompany()]),
    'GET /api/users': () => pageOf([]),
    'GET /api/connections': () => json([aConnection()]),
    'GET /api/connections/capacity': () => json(aCapacity()),
    'GET /api/content/assignees': () => json([]),
    'GET /api/content/counts': () => counts({ draft: 1 }),
    'GET /api/content/posts': () => postPage([post]),
    [`GET /api/content/posts/${ID}`]: () => json(post),
    'GET /api/approvals': () => pageOf([]),
    'GET /api/approvals/posts': () => json([]),
    'GET /api/groups': () => json([]),
    'GET /api/links': () => pageOf([]),
    'GET /api/refreshes/failing': () => pageOf([]),
    'GET /api/reports': () => pageOf([REPORT]),
    'GET /api/report-schedules': () => json([]),
    'GET /api/accounts/1': () => json({ account, metrics: account.metrics, posts: [] }),
    'GET /api/accounts/1/metrics/history': () => json([]),
    'GET /api/source-connections': () => json([]),
    'GET /api/accounts/1/peers': () => json(somePeers(9)),
    'GET /api/mail/address': () => json({ isMailOn: false }),
  })
}

/** Some buttons are there before what they are about, and can be pressed once it is there. */
async function press(name: string): Promise<void> {
  const [button] = await screen.findAllByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button?.disabled).toBe(false))
  if (button) await userEvent.click(button)
}
const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' })

describe.each([
  ['a new company', '/admin', 'Create company', 'Create company', 'Website'],
  ['a company', '/admin', 'Edit Grove Agency', 'Edit company', 'Name'],
  ['a user', '/admin?tab=users', 'Create user', 'Create user', 'Username'],
  ['a new account', '/admin?tab=accounts', 'Create account', 'Add Instagram Account', 'Username'],
  ['an account', '/admin?tab=accounts', 'Edit @marasea', 'Edit Account', 'Notes'],
  ['an approval', `/planning?post=${ID}`, 'Send for approval', 'Send this post for approval', 'Message (optional)'],
  ['a group', '/compare?accounts=1', 'Save as group', 'Save as group', 'Name'],
  ['typed figures', '/account/1', 'Type in figures', 'Type in figures', 'Followers'],
  ['a connection', '/connections', 'Add connection: Instagram Graph API', 'Add a Graph API connection', 'Name'],
  ['a link', '/reports', 'Share Harbour Kitchen', 'Share Harbour Kitchen', 'Name'],
])('the dialog of %s', (_, address, button, name, field) => {
  const openDialog = async () => {
    open(address)
    await press(button)
    const dialog = await screen.findByRole('dialog', { name })
    await within(dialog).findByLabelText(field)
    return dialog
  }

  test('closes without a question where nothing was typed', async () => {
    const dialog = await openDialog()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('asks before typed text is lost by Escape, by a press beside or by Cancel, and before the page is left', async () => {
    const dialog = await openDialog()
    const input = within(dialog).getByLabelText<HTMLInputElement>(field)
    await userEvent.click(input)
    await userEvent.paste(' and more')
    const typed = input.value
    const ways: (() => unknown)[] = [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(dialog.parentElement as HTMLElement),
      () =>
        userEvent.click(
          within(dialog)
            .getAllByRole('button', { name: /^(Cancel|Close)$/ })
            .at(-1) as HTMLElement,
        ),
    ]
    for (const leave of ways) {
      await leave()
      await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(input.isConnected && input.value).toBe(typed)
    }
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    fireEvent.keyDown(input, { key: 'Escape' })
    await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
  })
})

test('going back to the tab before asks about what was typed on this one', async () => {
  open('/admin')
  await userEvent.click(await screen.findByRole('tab', { name: 'Users' }))
  await press('Create user')
  const dialog = await screen.findByRole('dialog', { name: 'Create user' })
  const input = await within(dialog).findByLabelText<HTMLInputElement>('Username')
  await userEvent.type(input, 'nina')
  window.history.back()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(input.isConnected && input.value).toBe('nina')
  window.history.back()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(screen.getByRole('tab', { name: 'Companies', selected: true })).toBeTruthy()
})
