/** Vendors of storage, tables, texts and payments: what a test of each says, without its keys. */
import {
  airtableErrors,
  openaiErrors,
  openaiStandIn,
  s3Errors,
  s3StandIn,
  stripeErrors,
  stripeStandIn,
} from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stripePayments } from '#adapters/payments/stripe.ts'
import { connectionOf, QUIET, testOf } from '../../../testing/connections.ts'
import { START, type World, world } from '../../../testing/world.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { makeWorldWithTable } from '../../../testing/world-with-table.ts'

const at = (moment: number) => new Date(moment).toISOString()

describe('the bucket', () => {
  const s3Of = (here: World) => connectionOf(here, 's3')

  test('is connected; a test puts something into it, and says why where it cannot', async () => {
    const s3 = await s3StandIn({ clock: { now: () => START } }).start()
    onTestFinished(() => s3.end())
    const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
    const here = await world({ s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } })
    expect(await s3Of(here)).toMatchObject({ ...QUIET, state: 'connected', nextStep: null })
    expect(await testOf(here, 's3')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    s3.faults.always(s3Errors.accessDenied())
    const tested = await testOf(here, 's3')
    expect(tested).toMatchObject({ state: 'failing', pausedUntil: null, lastFailedAt: at(START) })
    expect(tested.explanation).toMatch(/does not let S3_ACCESS_KEY_ID put, read, list and remove objects/)
    expect(JSON.stringify(tested)).not.toContain(secretAccessKey)
    expect(await s3Of(here)).toMatchObject({ state: 'failing' })
    s3.faults.clear()
    expect(await testOf(here, 's3')).toMatchObject({ state: 'connected' })
  })
})

describe('tables kept elsewhere', () => {
  const airtableOf = (here: World) => connectionOf(here, 'airtable')

  test('are connected, and a test makes one call', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
    expect(await airtableOf(here)).toMatchObject({ state: 'connected', nextStep: null, lastSucceededAt: null })
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    expect(here.airtable.calls.total).toBe(1)
  })

  test.each([
    [airtableErrors.authenticationRequired(), 'AIRTABLE_TOKEN', 'Renew AIRTABLE_TOKEN, restart tangelo, and test.'],
    [airtableErrors.notAllowed(), 'AIRTABLE_BASE_ID', 'Renew AIRTABLE_TOKEN, restart tangelo, and test.'],
    ['reset', 'broke the connection off', expect.stringMatching(/^Nothing to do now/)],
    [
      airtableErrors.rateLimit(),
      'its rate limit is reached',
      'Nothing to do: calls continue when the limit has passed.',
    ],
  ] as const)('that fail with %j say why and what to do', async (fault, words, nextStep) => {
    const here = await makeWorldWithTable({ isPulled: false })
    here.airtable.faults.always(fault)
    const tested = await testOf(here, 'airtable')
    expect(tested).toMatchObject({ state: 'failing', nextStep, explanation: expect.stringContaining(words) })
    expect(JSON.stringify(tested)).not.toContain(here.airtable.token)
    here.airtable.faults.clear()
    here.clock.moveBy(MINUTE)
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', pausedUntil: null })
  })
})

describe('an AI provider', () => {
  async function startOpenai() {
    const standIn = await openaiStandIn().start()
    onTestFinished(standIn.end)
    const here = await world({ ai: { url: `${standIn.url}/v1`, key: standIn.token, model: standIn.model } })
    return { here, standIn }
  }

  test('is connected, and says what is wrong with its key in a sentence without it', async () => {
    const { here, standIn } = await startOpenai()
    expect(await testOf(here, 'openai')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    standIn.faults.next(1, openaiErrors.invalidKey(standIn.token))
    const failing = await testOf(here, 'openai')
    expect(failing).toMatchObject({
      state: 'failing',
      explanation: expect.stringMatching(/does not accept the key\. .* OPENAI_API_KEY\.$/),
      nextStep: 'Renew OPENAI_API_KEY, restart tangelo, and test.',
      pausedUntil: at(START + 15 * MINUTE),
    })
    expect(JSON.stringify(failing)).not.toContain(standIn.token.slice(0, 8))
    expect(await testOf(here, 'openai')).toMatchObject({ state: 'connected', pausedUntil: null })
    expect(standIn.violations).toEqual([])
  })
})

describe('payments', () => {
  test('are connected, and a fault of the key is explained in a sentence without it', async () => {
    const standIn = await stripeStandIn().start()
    onTestFinished(standIn.end)
    const { url: apiUrl, token: secretKey, publishableKey } = standIn
    const here = await world({
      payments: ({ clock }) => stripePayments({ apiUrl, secretKey, publishableKey, webhookSecret: null, clock }),
    })
    expect(await testOf(here, 'stripe')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    standIn.faults.next(1, stripeErrors.badKey())
    expect(await testOf(here, 'stripe')).toMatchObject({
      state: 'failing',
      explanation: expect.stringMatching(/does not accept the key\. .* STRIPE_SECRET_KEY\.$/),
      nextStep: 'Renew STRIPE_SECRET_KEY, restart tangelo, and test.',
      pausedUntil: null,
    })
    expect(await testOf(here, 'stripe')).toMatchObject({ state: 'connected' })
    expect(standIn.violations).toEqual([])
  })
})
