/** The rules of alerts in the profile. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { all, here, onProfile, someRules } from '../testing/alert-rules.ts'
import { bodiesOf, failure, json, lastBodyOf } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'

describe('the rules', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Alerts' }))
  const rememberRules = (change: (rules: ReturnType<typeof someRules>) => object = (rules) => rules): Handlers => {
    let rules = change(someRules())
    return {
      'GET /api/alert-rules': () => json(rules),
      'PUT /api/alert-rules': ({ body }) => {
        rules = { ...rules, ...JSON.parse(body ?? '{}') }
        return json(rules)
      },
    }
  }

  test('a switch is saved at once, and says how often it is wrong', async () => {
    const asked = onProfile(rememberRules())
    const rules = await section()
    expect(await rules.findByText(/^False alarms: about 1 a year among 200 accounts/)).toBeDefined()
    await userEvent.click(rules.getByRole('switch', { name: 'Low credits: on' }))
    const body = () => lastBodyOf(asked, 'PUT /api/alert-rules')
    await waitFor(() => expect(body()?.rules[1]).toEqual({ kind: 'credits', isOn: true, scope: all, channels: here }))
  })

  test('without a webhook none is offered, and without mail there is nothing to choose', async () => {
    onProfile(rememberRules())
    const rules = await section()
    expect(await rules.findByRole('checkbox', { name: 'Followers moved: Mail' })).toBeDefined()
    expect(rules.queryByRole('checkbox', { name: 'Followers moved: Webhook' })).toBeNull()
  })

  test('a server without mail says so and shows no digest', async () => {
    onProfile(rememberRules((rules) => ({ ...rules, hasMail: false })))
    const rules = await section()
    expect(await rules.findByText(/^Mail is off/)).toBeDefined()
    expect(rules.queryByRole('switch', { name: 'Weekly digest: on' })).toBeNull()
    expect(rules.queryByRole('checkbox', { name: 'Followers moved: Here' })).toBeNull()
  })

  test('a threshold is added with a margin of a fiftieth, and taken away', async () => {
    const asked = onProfile(rememberRules())
    const rules = await section()
    await userEvent.click(await rules.findByRole('button', { name: 'Add a threshold' }))
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    expect(rules.getByText('Choose what it is about')).toBeDefined()
    await userEvent.type(rules.getByRole('combobox', { name: 'About' }), 'nasa')
    await userEvent.click(await screen.findByRole('option', { name: '@nasa' }))
    await userEvent.type(rules.getByLabelText('Value'), '10,000')
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    await waitFor(() =>
      expect(lastBodyOf(asked, 'PUT /api/alert-rules')?.thresholds).toEqual([
        {
          isOn: true,
          subject: { kind: 'account', id: 4 },
          metric: 'followers',
          side: 'above',
          value: 10_000,
          margin: 200,
          channels: here,
        },
      ]),
    )
    await userEvent.click(await rules.findByRole('button', { name: /^Remove: Followers of/ }))
    await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/alert-rules')?.thresholds).toEqual([]))
  })

  test.each([
    ['2,5', 2.5, 0.05],
    ['0,125', 0.125, 0],
    ['12,500', 12_500, 250],
  ])('%s is read as %d: a comma stands before decimals, or between thousands', async (typed, value, margin) => {
    const asked = onProfile(rememberRules())
    const rules = await section()
    await userEvent.click(await rules.findByRole('button', { name: 'Add a threshold' }))
    await userEvent.type(rules.getByRole('combobox', { name: 'About' }), 'nasa')
    await userEvent.click(await screen.findByRole('option', { name: '@nasa' }))
    await userEvent.type(rules.getByLabelText('Value'), typed)
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    await waitFor(() =>
      expect(lastBodyOf(asked, 'PUT /api/alert-rules')?.thresholds).toMatchObject([{ value, margin }]),
    )
  })

  test.each(['1.234,567', '1,23,456', '10,125,5', '0,500,000'])(
    '%s is no number, and is not read as another one',
    async (typed) => {
      const asked = onProfile(rememberRules())
      const rules = await section()
      await userEvent.click(await rules.findByRole('button', { name: 'Add a threshold' }))
      await userEvent.type(rules.getByRole('combobox', { name: 'About' }), 'nasa')
      await userEvent.click(await screen.findByRole('option', { name: '@nasa' }))
      await userEvent.type(rules.getByLabelText('Value'), typed)
      await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
      expect(rules.getAllByText('A number, such as 10000')).toHaveLength(2)
      expect(bodiesOf(asked, 'PUT /api/alert-rules')).toEqual([])
    },
  )

  test('a threshold that is refused stays in its form', async () => {
    onProfile({ ...rememberRules(), 'PUT /api/alert-rules': () => failure(400, 'There are at most 50 thresholds') })
    const rules = await section()
    await userEvent.click(await rules.findByRole('button', { name: 'Add a threshold' }))
    await userEvent.type(rules.getByRole('combobox', { name: 'About' }), 'nasa')
    await userEvent.click(await screen.findByRole('option', { name: '@nasa' }))
    await userEvent.type(rules.getByLabelText('Value'), '10,000')
    await userEvent.click(rules.getByRole('button', { name: 'Add a threshold' }))
    expect(await screen.findByText('There are at most 50 thresholds')).toBeDefined()
    expect(rules.getByLabelText<HTMLInputElement>('Value').value).toBe('10,000')
    await waitFor(() => expect(rules.queryByRole('button', { name: /^Remove: Followers of/ })).toBeNull())
  })

  test('choices made one after the other are all kept, however late the answers come', async () => {
    let rules = someRules()
    const answers: (() => void)[] = []
    onProfile({
      'GET /api/alert-rules': () => json(rules),
      'PUT /api/alert-rules': ({ body }) =>
        new Promise((resolve) => {
          answers.push(() => {
            rules = { ...rules, ...JSON.parse(body ?? '{}') }
            resolve(json(rules))
          })
        }),
    })
    const answer = async (): Promise<void> => {
      await waitFor(() => expect(answers.length).toBeGreaterThan(0))
      answers.shift()?.()
    }
    const section = within(await screen.findByRole('region', { name: 'Alerts' }))
    const credits = await section.findByRole('switch', { name: 'Low credits: on' })
    await userEvent.click(credits)
    await userEvent.click(section.getByRole('switch', { name: 'Weekly digest: on' }))
    await answer()
    // What was chosen meanwhile stays chosen.
    await waitFor(() => expect(credits.getAttribute('aria-checked')).toBe('true'))
    await userEvent.click(section.getByRole('switch', { name: 'Followers moved: on' }))
    await answer()
    await answer()
    await waitFor(() => expect(rules.rules.map(({ isOn }) => isOn)).toEqual([false, true]))
    expect(rules.digest.isOn).toBe(false)
  })

  test('a refused change goes back to what it was', async () => {
    onProfile({ ...rememberRules(), 'PUT /api/alert-rules': () => failure(400, 'Not like this') })
    const rules = await section()
    const credits = await rules.findByRole('switch', { name: 'Low credits: on' })
    await userEvent.click(credits)
    expect(await screen.findByText('Not like this')).toBeDefined()
    await waitFor(() => expect(credits.getAttribute('aria-checked')).toBe('false'))
  })
})
