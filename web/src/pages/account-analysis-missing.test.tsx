/** The Analysis tab of an account of which too little is known, or that could not be loaded. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { todayUtc } from '#lib/days.ts'
import { ANALYSIS, openAnalysis, panel } from '../testing/account-analysis.ts'
import { anAnalysis } from '../testing/analysis.ts'
import { withNothing, withoutDifference, withTooFewPosts } from '../testing/analysis-without-results.ts'
import { failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { stubWidth } from '../testing/width.ts'

const TODAY = todayUtc()

const whole = anAnalysis(TODAY)

beforeEach(() => stubWidth(720))

test('no difference says what it does not mean, and what would show', async () => {
  openAnalysis({ [ANALYSIS]: () => json(withoutDifference(TODAY)) })
  const posting = within(await panel('When to post'))
  expect(posting.getByText('No difference can be shown yet').tagName).toBe('B')
  expect(posting.getByText(/^This does not mean that it makes no difference\. At your pace, 240 posts/)).toBeTruthy()
  expect(posting.getByRole('img', { name: /You are here: 60 posts, 80%\. 35% from 240\./ })).toBeTruthy()
  expect(within(await panel('Growth and what moved it')).getByText(/No day stands out beyond chance/)).toBeTruthy()
})

test('too few posts counts towards those needed, and says the way there', async () => {
  openAnalysis({ [ANALYSIS]: () => json(withTooFewPosts(TODAY)) })
  const posting = within(await panel('When to post'))
  expect(posting.getByText(/38 of the 60 posts needed/)).toBeTruthy()
  expect(posting.getByText(/can be asked in about 8 weeks/)).toBeTruthy()
  expect(posting.getAllByText('no advice')).toHaveLength(1)
  await userEvent.click(posting.getByRole('button', { name: 'Import older posts' }))
  expect(await screen.findByRole('dialog', { name: 'Import data' })).toBeTruthy()
})

test.each([
  ['an administrator', aUser(), 'Import a file', /come with every reading/],
  ['another user', aUser({ role: 'basic' }), null, /An administrator can connect a source/],
])('with nothing to analyse the page tells %s what to do', async (_, user, button, text) => {
  openAnalysis({ [ANALYSIS]: () => json(withNothing(TODAY)) }, '/account/4/analysis', user)
  expect(await screen.findByRole('heading', { name: 'Nothing to analyze yet' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import a file' }) !== null).toBe(button !== null)
  await userEvent.click(screen.getByRole('button', { name: 'Show all data' }))
  await waitFor(() => expect(window.location.search).toBe('?period=all'))
})

test('a failure says why, and is tried again', async () => {
  let answers = 0
  openAnalysis({ [ANALYSIS]: () => (answers++ === 0 ? failure(503, 'The analysis is busy.') : json(whole)) })
  expect(await screen.findByText('The analysis could not be loaded')).toBeTruthy()
  expect(screen.getByText('The analysis is busy.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await panel('When to post')
})

test('an account that does not exist leads to the dashboard', async () => {
  openAnalysis({ 'GET /api/accounts/4': () => failure(404, 'There is no such account') })
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  expect(window.location.pathname).toBe('/')
})
