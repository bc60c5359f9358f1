/** The library of prompts: its faces, and what a search finds. The rest is walked in a browser. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { press } from '../testing/controls.ts'
import { failure, json } from '../testing/network.ts'
import { aPrompt, openPrompts, promptPage } from '../testing/prompts.ts'

test('a search that was typed before another tab was opened does not lead back', async () => {
  openPrompts()
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search prompts' }), { target: { value: 'table' } })
  // The search is reported before the page is painted.
  const { requestAnimationFrame } = globalThis
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  fireEvent.click(screen.getAllByRole('tab')[1] as HTMLElement)
  await new Promise((resolve) => setTimeout(resolve, 200))
  vi.stubGlobal('requestAnimationFrame', requestAnimationFrame)
  for (const frame of frames) frame(0)
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Search prompts' })).toBeNull())
  expect(window.location.search).toBe('?tab=generator')
})

test('the library says when it could not be had, is empty, or holds nothing that was looked for', async () => {
  let answer = (): Response => failure(503, 'The store is being moved')
  const asked = openPrompts({ 'GET /api/prompts': () => answer() })
  expect(await screen.findByText('Error fetching prompts. Please try again.')).toBeTruthy()
  // spec §7: one retry.
  expect(asked.filter(({ name }) => name === 'GET /api/prompts')).toHaveLength(2)
  expect(screen.getByText('The store is being moved')).toBeTruthy()
  answer = () => promptPage([])
  await press('Try Again')
  expect(await screen.findByText(/^No prompts yet\./)).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search prompts' }), { target: { value: 'table' } })
  expect(await screen.findByText('No prompt matches your search.')).toBeTruthy()
  expect(asked.findLast(({ name }) => name === 'GET /api/prompts')?.url).toBe('/api/prompts?limit=48&q=table')
  answer = () => promptPage([aPrompt({ title: ' ' })])
  await press('Clear the search')
  expect(await screen.findByText(/^No prompts yet\./)).toBeTruthy()
  await press('Refresh')
  expect(await screen.findByRole('heading', { name: 'Untitled Prompt' })).toBeTruthy()
  expect([screen.getByText('recAbC'), screen.getByText('Feb 3, 2025')]).toHaveLength(2)
  expect(screen.getByText('OpenAI, gpt-4o-mini')).toBeTruthy()
  expect(screen.getByText('3 of 200 today · 4,210 tokens today')).toBeTruthy()
})

test('a search shows what is here and found at once, and the rest when the server has looked', async () => {
  const here = [aPrompt(), aPrompt({ id: 'recBbCdEfGhIjKlMn', title: 'A harbour', prompt: 'Name the boats.' })]
  const further = aPrompt({ id: 'recCbCdEfGhIjKlMn', title: 'By the water', prompt: 'Say which HARBOUR it is.' })
  const looked = Promise.withResolvers<Response>()
  openPrompts({ 'GET /api/prompts': ({ url }) => (url.includes('q=') ? looked.promise : promptPage(here)) })
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search prompts' }), { target: { value: 'Harbour' } })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Fruit on a table' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'A harbour' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Prompts' }).getAttribute('aria-busy')).toBe('false')
  looked.resolve(promptPage([...here.slice(1), further]))
  expect(await screen.findByRole('heading', { name: 'By the water' })).toBeTruthy()
})

test('a user in the search field has every prompt searched here, also those that were not shown', async () => {
  const looked = Promise.withResolvers<Response>()
  const old = aPrompt({ id: 'recCbCdEfGhIjKlMn', title: 'By the water', prompt: 'Say which HARBOUR it is.' })
  const pages: Record<string, () => Response> = {
    '/api/prompts?limit=48': () => promptPage([aPrompt()]),
    '/api/prompts?limit=200': () => json([aPrompt()], 200, { Link: '</api/prompts?limit=200&cursor=two>; rel="next"' }),
    '/api/prompts?limit=200&cursor=two': () => json([old]),
  }
  const asked = openPrompts({ 'GET /api/prompts': ({ url }) => pages[url]?.() ?? looked.promise })
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  const field = screen.getByRole('searchbox', { name: 'Search prompts' })
  await userEvent.click(field)
  await waitFor(() => expect(asked.at(-1)?.url).toBe('/api/prompts?limit=200&cursor=two'))
  await waitFor(() => {
    fireEvent.change(field, { target: { value: 'harbour' } })
    expect(screen.getByRole('heading', { name: 'By the water' })).toBeTruthy()
  })
  expect(screen.getByText('1 prompt')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'zeppelin' } })
  expect(screen.getByText('No prompt matches your search.')).toBeTruthy()
  looked.resolve(promptPage([]))
})
