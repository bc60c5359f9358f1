/**
 * Plans and payments without any key: made by an administrator, subscribed to with test cards that are
 * refused, asked about and paid, spent, changed, canceled and kept.
 */
import type { Page } from '@playwright/test'
import { stripeStandIn } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { expectToast } from '../support/pages.ts'
import { addReel } from '../support/reels.ts'
import { findStripe } from '../support/stripe.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'maker' })

const columnOf = (page: Page, plan: string) =>
  page
    .getByRole('list', { name: 'Plans' })
    .locator('> li')
    .filter({ has: page.getByRole('heading', { name: plan }) })

test('plans are made, one is subscribed to card by card, changed, and canceled; credits come and stay', {
  tag: '@desktop',
}, async ({ page, house, session }) => {
  test.slow()
  await page.goto('/pricing')
  await expect(page.getByText('Contact an administrator to set up subscription plans.')).toBeVisible()
  const admin = await house.signIn('admin')
  const made = await fetch(`${house.address}/api/init-subscription-plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(made.status).toBe(200)
  await page.reload()
  await expect(page.getByText('5 of 5 credits remaining')).toBeVisible()
  await expectNoViolations(page, 'plans', [1440, 390])

  await columnOf(page, 'Starter').getByRole('button', { name: 'Choose Plan' }).click()
  await page.getByLabel('Email').fill('maker@example.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Your Subscription' })
  await expect(dialog.getByText('Sandbox: no charges')).toBeVisible()
  await expectNoViolations(page, 'card form', [1440, 390])
  const pay = async (card: RegExp) => {
    await dialog.getByRole('button', { name: card }).click()
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
  }
  await pay(/^Declined,/)
  await expectToast(page, 'Payment Failed', 'Your card was declined.')
  await pay(/^No funds,/)
  await expectToast(page, 'Payment Failed', 'Your card has insufficient funds.')
  await pay(/^Challenge each time,/)
  const bank = page.getByRole('dialog', { name: 'Confirm the payment' })
  await bank.getByRole('button', { name: 'Confirm' }).click()
  // The card is kept; the payment is asked about on its own, and refused.
  await expect(bank.getByRole('button', { name: 'Refuse' })).toBeVisible()
  await bank.getByRole('button', { name: 'Refuse' }).click()
  await expectToast(
    page,
    'Payment Failed',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  )
  await pay(/^Paid,/)
  await expectToast(page, 'Subscription Active', 'You are on the Starter plan now.')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText("You're currently on the Starter plan")).toBeVisible()
  await expect(page.getByText('35 of 35 credits remaining')).toBeVisible()
  await expect(page.getByText(/^Renews in \d+ days$/)).toBeVisible()
  await expect(columnOf(page, 'Starter').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(page.getByRole('row', { name: /Paid \$29\.00/ })).toHaveCount(1)

  await addReel(house, session, 'Paid for by a plan')
  await expect(page.getByText('34 of 35 credits remaining')).toBeVisible()

  await columnOf(page, 'Pro').getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page.getByText('Due now')).toBeVisible()
  await expectNoViolations(page, 'change of plan', [390])
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and Change$/ }).click()
  await expectToast(page, 'Plan changed', 'You are on the Pro plan now.')
  await expect(page.getByText("You're currently on the Pro plan")).toBeVisible()

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText(/^Ends on .* Access and credits stay until then\.$/)).toBeVisible()
  await expect(page.getByText('Active Subscription')).toBeVisible()
  await expectNoViolations(page, 'a subscription that ends', [1440])
  await page.getByRole('button', { name: 'Keep Subscription' }).click()
  await expectToast(page, 'Subscription resumed', 'It renews as before.')
})

test('with a provider: its script comes with the first dialog, a bank asks, and what it tells us is what is shown', {
  tag: '@desktop',
}, async ({ page, context, emptyServer, problems }) => {
  test.slow()
  // Refused cards are what this test is about.
  problems.expect(/status of 402 .*api\.stripe\.com/)
  for (const host of ['https://js.stripe.com', 'https://api.stripe.com']) problems.allowOrigin(host)
  const stripe = await stripeStandIn().start()
  const script: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('https://js.stripe.com/')) script.push(request.url())
  })
  try {
    await findStripe(context, stripe)
    const server = await emptyServer({
      ADMIN_PASSWORD: PASSWORD,
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.token,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    })
    stripe.webhooks.sendTo(`${server.address}/api/webhooks/stripe`)
    await page.goto(`${server.address}/login`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Pricing' }).click()
    await page.getByRole('button', { name: 'Initialize Subscription Plans' }).click()
    await expectToast(page, 'Subscription plans initialized', '3 plans are on sale.')
    await columnOf(page, 'Pro').getByRole('button', { name: 'Choose Plan' }).click()
    await page.getByLabel('Email').fill('admin@example.test')
    expect(script).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete Your Subscription' })
    const field = (title: string) => dialog.frameLocator(`iframe[title="${title}"]`).getByRole('textbox')
    const pay = async (number: string) => {
      await field('Secure card number input frame').fill(number)
      await field('Secure expiration date input frame').fill('1234')
      await field('Secure CVC input frame').fill('123')
      await dialog.getByRole('button', { name: 'Subscribe' }).click()
    }
    await pay('4000000000000002')
    await expectToast(page, 'Payment Failed', 'Your card was declined.')
    await expectNoViolations(page, "the provider's card form", [390])
    await pay('4000002760003184')
    const bank = page.frameLocator('iframe[title="3D Secure 2"]')
    // By keyboard, though a dialog lies below.
    await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible()
    await page.locator('iframe[title="3D Secure 2"]').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // Once for keeping the card, once for the payment.
    await expect(page.locator('iframe[title="3D Secure 2"]')).toHaveCount(1)
    await bank.getByRole('button', { name: 'Complete' }).click()
    await expectToast(page, 'Subscription Active', 'You are on the Pro plan now.')
    await expect(page.getByText("You're currently on the Pro plan")).toBeVisible()
    await expect(page.getByText('Visa ending in 3184, expires 12/34')).toBeVisible()
    await expect(page.getByRole('link', { name: /^View invoice/ })).toHaveCount(1)
    expect(stripe.charges).toHaveLength(1)

    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText(/^Ends on /)).toBeVisible()
    expect(new Set(script.map((url) => new URL(url).pathname)).has('/endive/stripe.js')).toBe(true)
    expect(stripe.violations).toEqual([])
  } finally {
    await stripe.end()
  }
})
