/** Every refusal among the samples of the contract, through the adapters: what it means, and what comes next. */
import { expect, test } from 'vitest'
import { NOW, outcomeOf, sampleNamed, samplesRead } from '#testing/publishing-samples.ts'

/** Reason, next step, what waits; `unclear` where the outcome is not known. */
const MEANINGS: Readonly<Record<string, string>> = {
  'code used twice': 'code_refused sign_in account',
  'refresh of an expired token': 'sign_in_ended sign_in account',
  'refresh of a token younger than 24 hours (text constructed)': 'too_early_to_renew read_again account',
  'code used twice (Facebook)': 'code_refused sign_in account',
  'refused, comes now and then for good files too': 'upload_refused read_state item',
  'wrong offset (seen on this host for other products)': 'wrong_offset read_offset item',
  'fewer bytes than told': 'too_few_bytes read_offset item',
  'token refused by the upload host': 'upload_not_allowed sign_in account',
  'address not fetched': 'file_not_fetched pause item',
  'fetch took too long (-2/2207003)': 'media_not_fetched pause item',
  'media gone, new container (-2/2207020)': 'container_failed new_container item',
  'server fault (-1/2207001)': 'service_fault pause item',
  'container not made (-1/2207032)': 'container_failed new_container item',
  'unknown upload error (-1/2207053)': 'container_failed new_container item',
  'cover outside the video (1/2207057)': 'cover_outside correct item',
  'taken for spam; the post may be live all the same (4/2207051)': 'taken_for_spam look account',
  'daily limit (9/2207042)': 'daily_limit wait_window account',
  'media not found, permission or token (24/2207006)': 'media_not_found check_access item',
  'container unknown or expired (24/2207008)': 'container_gone look item',
  'account restricted (25/2207050)': 'account_restricted ask_person account',
  'kind unknown (100/2207023)': 'kind_unknown correct item',
  'carousel with the wrong number (100/2207028)': 'children_count correct item',
  'too many tags (100/2207040)': 'too_many_tags correct item',
  'video format (352/2207026)': 'video_format correct item',
  'address not fetched (9004/2207052)': 'media_not_fetched pause item',
  'not ready (9007/2207027)': 'not_ready pause item',
  'image too large (36000/2207004)': 'image_too_large correct item',
  'image format (36001/2207005)': 'image_format correct item',
  'image ratio (36003/2207009)': 'image_ratio correct item',
  'caption too long (36004/2207010)': 'caption_refused correct item',
  'Page without location data (100)': 'place_unknown correct item',
  'metric not for this kind (100)': 'figure_not_offered ask_singly item',
  'metric unknown (100)': 'figure_not_offered ask_singly item',
  'breakdown not for this metric (1)': 'service_fault pause item',
  'posted before the account became professional (100/2108006)': 'before_professional skip item',
  'too few viewers (a code 10 that is no permission fault) (10)': 'too_few_viewers skip item',
  'application limit (4)': 'application_limit wait_limit installation',
  'person limit (17)': 'person_limit wait_limit account',
  'page limit (32)': 'page_limit wait_limit account',
  'custom limit (613)': 'custom_limit wait_limit account',
  'business limit as HTTP 400, minutes in the header (80002)': 'account_limit wait_limit account',
  'token expired (190/463)': 'sign_in_ended sign_in account',
  'password changed (190/460)': 'sign_in_ended sign_in account',
  'application removed (190/458)': 'sign_in_ended sign_in account',
  'object not readable (100/33): a fault at the service, no proof of failure': 'not_readable read_again item',
  'token not readable, as HTTP 401 (190)': 'sign_in_ended sign_in account',
  'permission missing (10)': 'permission_missing ask_person account',
  'permission missing (200)': 'permission_missing ask_person account',
  'Page asks for two-factor or publishing authorisation (text constructed)': 'two_factor_wanted ask_person account',
  'fault at the service (1)': 'service_fault pause item',
  'fault at the service (2)': 'service_fault pause item',
  'too many requests (4) as HTTP 429': 'application_limit wait_limit installation',
}

const errors = samplesRead.filter(({ part, invalid }) => part === 'error' && !invalid)

test('every line of the error table has a meaning', () => {
  expect(errors.map(({ name }) => name).sort()).toEqual(Object.keys(MEANINGS).sort())
})

test.each(errors)('$operation is refused: $name', async (sample) => {
  const { outcome, here } = await outcomeOf(sample)
  if (outcome.is !== 'refused') throw new Error(JSON.stringify(outcome))
  const { reason, step, holds, message, retryAt } = outcome.refusal
  expect(`${reason} ${step} ${holds}`).toBe(MEANINGS[sample.name])
  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(retryAt !== null).toBe(step === 'wait_limit')
  if (sample.name.startsWith('business limit')) expect(retryAt).toBe(NOW + 19 * 60_000)
  for (const token of here.standIn.signIns.living()) expect(JSON.stringify(outcome)).not.toContain(token)
})

test.each(['fault at the service (1)', 'fault at the service (2)', 'server fault (-1/2207001)'])(
  'to publish, a %s says nothing of whether the post is live',
  async (name) => {
    const { outcome } = await outcomeOf({ ...sampleNamed(name), operation: 'publish' })
    expect(outcome.is).toBe('unclear')
  },
)
