/** Prompts that are changed, deleted, generated and saved: what the library shows before it is read again. */
import type { Prompt } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { press } from '../testing/controls.ts'
import { callsOf, failure, json, lastBodyOf, silence } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { aPrompt, openPrompts, promptPage } from '../testing/prompts.ts'

/** A library that is read page by page; once `isSlow`, whatever is asked of it is never answered. */
function libraryOf(pages: readonly Prompt[][]) {
  const state = { isSlow: false }
  const total = { 'X-Total-Count': String(pages.flat().length) }
  const handler: Handlers[string] = ({ url }, signal) => {
    const at = Number(new URL(url, window.location.origin).searchParams.get('cursor') ?? 0)
    const next = { Link: `</api/prompts?cursor=${at + 1}>; rel="next"` }
    if (state.isSlow) return silence(signal)
    return json(pages[at], 200, { ...(at === 0 ? total : {}), ...(at < pages.length - 1 ? next : {}) })
  }
  return { state, handler }
}

const cardOf = (title: string) => within(screen.getByRole('listitem', { name: title }))

async function choose(title: string, act: string): Promise<void> {
  await userEvent.click(cardOf(title).getByRole('button', { name: `More about ${title}` }))
  await press(act)
}

test.each([
  ['a short library is read again meanwhile', 1, 1],
  ['a long one is not', 5, 0],
])('a change is done and shown when the server has answered; %s', async (_, pageCount, reads) => {
  const own = aPrompt({ title: 'Own', isDefault: true, isOwnDefault: true })
  const company = aPrompt({ id: 'recBbCdEfGhIjKlMn', title: 'Ours', isCompanyDefault: true })
  const pages = [
    [own, company],
    ...['C', 'D', 'E', 'F'].map((letter) => [aPrompt({ id: `rec${letter}bCdEfGhIjKlMn`, title: letter })]),
  ]
  const { state, handler } = libraryOf(pages.slice(0, pageCount))
  const saved = { ...company, title: 'Ours, changed' }
  const asked = openPrompts({
    'GET /api/prompts': handler,
    [`PUT /api/prompts/${company.id}`]: () => json(saved),
    [`PUT /api/prompts/${company.id}/default`]: () => json({ ...saved, isDefault: true, isOwnDefault: true }),
    [`DELETE /api/prompts/${company.id}`]: () => json({ success: true }),
  })
  const asks = () => asked.filter(({ name }) => name === 'GET /api/prompts').length
  await waitFor(() => expect(asks()).toBe(pageCount))
  await screen.findByText(`${pageCount + 1} prompts`)
  state.isSlow = true

  await choose('Ours', 'Edit')
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: saved.title } })
  await press('Save changes')
  expect(await screen.findByText('Prompt changed')).toBeTruthy()
  expect(lastBodyOf(asked, `PUT /api/prompts/${company.id}`)).toEqual({ title: saved.title })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cardOf('Ours, changed').getByText('Company default')).toBeTruthy()
  expect(asks()).toBe(pageCount + reads)

  await choose('Ours, changed', 'Make it my default')
  expect(await cardOf('Ours, changed').findByText('Default')).toBeTruthy()
  expect(cardOf('Own').queryByText('Default')).toBeNull()
  expect(screen.getByText('Default prompt set')).toBeTruthy()

  await choose('Ours, changed', 'Delete')
  await press('Delete prompt')
  expect(await screen.findByText('Prompt deleted')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Ours, changed' })).toBeNull()
  expect(screen.getByText(pageCount === 1 ? '1 prompt' : `${pageCount} prompts`)).toBeTruthy()
  expect(asks()).toBe(pageCount + 3 * reads)
})

test('who deletes prompts by keyboard goes on at the one that takes the place of the last', async () => {
  let prompts = ['A', 'B'].map((title) => aPrompt({ id: `rec${title}bCdEfGhIjKlMn`, title }))
  openPrompts({
    'GET /api/prompts': () => promptPage(prompts),
    [`DELETE /api/prompts/${prompts[0]?.id}`]: () => {
      prompts = prompts.slice(1)
      return json({ success: true })
    },
  })
  await screen.findByRole('heading', { name: 'A' })
  await choose('A', 'Delete')
  await screen.findByRole('alertdialog')
  await userEvent.keyboard('{Tab}{Enter}')
  expect(await screen.findByText('Prompt deleted')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('B'))
})

test('a default that could not be changed is shown in the words of the server', async () => {
  const prompt = aPrompt()
  openPrompts({ [`PUT /api/prompts/${prompt.id}/default`]: () => failure(404, 'Prompt not found') })
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  await choose('Fruit on a table', 'Make it my default')
  expect(await screen.findByText('The default prompt was not changed')).toBeTruthy()
  expect(screen.getByText('Prompt not found')).toBeTruthy()
})

test('a prompt that was changed and not saved is not thrown away without a question', async () => {
  openPrompts()
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  await choose('Fruit on a table', 'Edit')
  await screen.findByRole('dialog', { name: 'Edit prompt' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Fruit on a table', 'Edit')
  const again = within(await screen.findByRole('dialog', { name: 'Edit prompt' }))
  await userEvent.type(again.getByLabelText('Prompt'), ' More')
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(again.getByLabelText<HTMLTextAreaElement>('Prompt').value).toMatch(/ More$/)
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }))
  await press('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what was saved stands first in the library, before it is read again', async () => {
  const { state, handler } = libraryOf([[aPrompt()]])
  const made = aPrompt({ id: 'recBbCdEfGhIjKlMn', title: 'Mine', prompt: 'Made.' })
  openPrompts({
    'GET /api/prompts': handler,
    'POST /api/prompts/generate': () => json({ prompt: made.prompt, note: null }),
    'POST /api/prompts/save': () => json(made, 201),
  })
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  state.isSlow = true
  await userEvent.click(screen.getByRole('tab', { name: 'Custom Generator' }))
  fireEvent.change(await screen.findByLabelText('Company Name'), { target: { value: 'Northlane' } })
  fireEvent.change(screen.getByLabelText('Industry/Product Type'), { target: { value: 'bicycles' } })
  await press('Customize Template')
  await press('Save to Library')
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: made.title } })
  await press('Save')
  expect(await screen.findByText('Prompt saved')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Library' }))
  expect((await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)).toEqual([
    'Mine',
    'Fruit on a table',
  ])
  expect(screen.getByText('2 prompts')).toBeTruthy()
})

test('what could not be saved is shown in the words of the server, and is sent again as the same request', async () => {
  const asked = openPrompts(
    {
      'POST /api/prompts/generate': () => json({ prompt: 'Made.', note: null }),
      'POST /api/prompts/save': () => failure(409, 'The library is full'),
    },
    '/prompts?tab=generator',
  )
  fireEvent.change(await screen.findByLabelText('Company Name'), { target: { value: 'Northlane' } })
  fireEvent.change(screen.getByLabelText('Industry/Product Type'), { target: { value: 'bicycles' } })
  await press('Customize Template')
  expect(await screen.findByText('Template customized')).toBeTruthy()
  await press('Save to Library')
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Mine' } })
  await press('Save')
  expect(await screen.findByText('Error saving prompt')).toBeTruthy()
  expect(screen.getByText('The library is full')).toBeTruthy()
  expect(screen.getByLabelText('Title')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(callsOf(asked, 'POST /api/prompts/save')).toHaveLength(2))
  const [first, second] = callsOf(asked, 'POST /api/prompts/save').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
})

test('a prompt that is saved unchanged is not sent', async () => {
  const { handler } = libraryOf([[aPrompt({ title: 'Ours' })]])
  const asked = openPrompts({ 'GET /api/prompts': handler })
  await screen.findByText('1 prompt')
  await choose('Ours', 'Edit')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
})
