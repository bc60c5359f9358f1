/** Subscription Plans as a test goes through them: the plans, the card, the news. */
import type { CompanySubscription } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { page } from './accounts.ts'
import { findButton } from './controls.ts'
import { noDemo } from './demo.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { aSubscription, pricingHandlers } from './subscriptions.ts'

export const SUBSCRIPTION = '/api/companies/1/subscription'

export const openPricing = (
  handlers: Handlers = {},
  { path = '/pricing', user = aUser({ role: 'pro', username: 'teo' }) } = {},
): Asked[] =>
  openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/demo': () => json(noDemo),
      ...pricingHandlers(),
      ...handlers,
    },
    user,
  )

export const withSubscription = (part: Partial<CompanySubscription> = {}): Handlers => ({
  [`GET ${SUBSCRIPTION}`]: () => json(aSubscription(part)),
})

export const aConfirmation = (part: object = {}): Response =>
  json({ outcome: 'succeeded', paymentMethodId: 'pm_1', message: null, ...part })

export async function findColumns(): Promise<HTMLElement[]> {
  const board = await screen.findByRole('list', { name: 'Plans' })
  return within(board)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement === board)
}

export async function findColumn(name: string): Promise<HTMLElement> {
  const found = (await findColumns()).find((column) => within(column).queryByRole('heading', { name }))
  if (!found) throw new Error(`No plan ${name}`)
  return found
}

export const choosePlan = async (name: string) =>
  userEvent.click(within(await findColumn(name)).getByRole('button', { name: 'Choose Plan' }))

/** As far as the card. */
export async function goToCard(handlers: Handlers): Promise<Asked[]> {
  const setup = () => json({ clientSecret: 'seti_1_secret_1' })
  const asked = openPricing({ [`POST ${SUBSCRIPTION}/setup`]: setup, ...handlers })
  await choosePlan('Pro')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'teo@example.test')
  await userEvent.click(await findButton('Continue'))
  return asked
}

export async function expectToast(title: string, description: string): Promise<void> {
  const news = await screen.findByText(title, { selector: '.toast-title' })
  expect(news.closest('li')?.textContent).toContain(description)
}
