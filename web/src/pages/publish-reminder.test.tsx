/** A reminder instead of publishing: planned in the same dialog, also where no account is connected or no mail can come. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, json } from '../testing/network.ts'
import { answerConnected, DRAFT_ID, openDraft, openPublishDialog, order } from '../testing/publish-dialog.ts'
import { aCheck, anOwnAccount, aPublication, aRehearsal, hoursAhead, someSlots } from '../testing/publishing.ts'

const mailAt = (part: object = {}) =>
  json({
    isMailOn: true,
    address: 'pro@studio.example',
    state: 'confirmed',
    bounce: null,
    stopped: [],
    quiet: null,
    timeZone: null,
    ...part,
  })

test('a reminder is planned instead: it says what comes, is rehearsed as one, and leaves out what the app asks for', async () => {
  const at = hoursAhead(72)
  const asked = openDraft({
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    'GET /api/mail/address': () => mailAt(),
    'POST /api/publications/rehearsal': ({ body }) =>
      json(
        aRehearsal(
          body?.includes('"how":"remind"')
            ? [aCheck({ key: 'media', state: 'warning', title: 'Too tall', detail: 'Its app lets you cut it.' })]
            : [aCheck({ key: 'media', state: 'blocked', title: 'Too tall', detail: 'Cut it.', fix: 'crop' })],
        ),
      ),
    'POST /api/publications': () => json(aPublication({ how: 'remind', plannedAt: at }), 201),
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cut it to fit' }))
  await userEvent.click(dialog.getByRole('radio', { name: /^Remind me/ }))
  const byHand = within(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' }))
  expect(await byHand.findByText(/^A mail goes to pro@studio.example; webhooks/)).toBeTruthy()
  expect(byHand.queryByRole('checkbox', { name: /^Cut pictures/, hidden: true })).toBeNull()
  await order(byHand, /^Remind me (?!now)/)
  expect(bodiesOf(asked, 'POST /api/publications')).toEqual([
    { itemId: DRAFT_ID, accountId: 4, how: 'remind', at, options: {} },
  ])
  expect(await screen.findByText('Reminder planned')).toBeTruthy()
})

test('a cover that is wrong keeps its field by hand, so that it can be mended', async () => {
  const asked = openDraft({
    'GET /api/mail/address': () => mailAt(),
    'POST /api/publications/rehearsal': () => json({ ...aRehearsal(), kind: 'reel' }),
    'POST /api/publications': () => json(aPublication({ how: 'remind' }), 201),
  })
  const dialog = await openPublishDialog()
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Cover, in seconds', hidden: true }), 'soon')
  await userEvent.click(dialog.getByRole('radio', { name: /^Remind me/ }))
  const byHand = within(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' }))
  expect(byHand.getByText('Correct what is marked under More.')).toBeTruthy()
  await userEvent.clear(byHand.getByRole('textbox', { name: 'Cover, in seconds', hidden: true }))
  await order(byHand, /^Remind me (?!now)/)
  expect(bodiesOf(asked, 'POST /api/publications')[0]).toMatchObject({ how: 'remind', options: {} })
})

test.each([
  [{ isMailOn: false }, 'This server sends no mail.', false],
  [{ address: null, state: 'none' }, 'You have no mail address here, so no mail comes.', true],
  [{ state: 'unconfirmed' }, 'pro@studio.example is not confirmed yet, so no mail comes.', true],
  [{ state: 'bounced' }, 'A mail to pro@studio.example came back, so no mail comes.', true],
] as const)('where no mail can come the reminder says why: %o', async (part, why, hasLink) => {
  openDraft({ 'GET /api/mail/address': () => mailAt(part) })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Remind me/ }))
  const byHand = within(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' }))
  expect((await byHand.findByText(/Webhooks of the company are called/)).textContent).toContain(why)
  expect(byHand.queryByRole('link', { name: 'Open my mail settings' }) !== null).toBe(hasLink)
})

test('a post for an account that is not connected is reminded of, and never goes out to another one by itself', async () => {
  const asked = openDraft({
    'GET /api/own-accounts': () => answerConnected(anOwnAccount({ accountId: 9, username: 'six.lemons' })),
    'GET /api/mail/address': () => mailAt(),
  })
  const dialog = await openPublishDialog('Post to @marasea yourself')
  expect(await dialog.findByRole('radio', { name: /^Publish/ })).toHaveProperty('disabled', true)
  expect(dialog.getByRole('link', { name: 'Connect @marasea' }).getAttribute('href')).toBe('/account/4#own-account')
  await waitFor(() =>
    expect(bodiesOf(asked, 'POST /api/publications/rehearsal').at(-1)).toMatchObject({ accountId: 4, how: 'remind' }),
  )
})

test('without any connected account a reminder is still offered', async () => {
  openDraft({ 'GET /api/own-accounts': () => answerConnected(), 'GET /api/mail/address': () => mailAt() })
  const dialog = await openPublishDialog('Publish')
  await userEvent.click(await dialog.findByRole('button', { name: 'Remind me instead' }))
  expect(await screen.findByRole('dialog', { name: 'Post to @marasea yourself' })).toBeTruthy()
})
