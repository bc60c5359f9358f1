/** The prompt generator: the faces of its library, and what goes wrong while an image is looked at. The rest is walked in a browser. */
import type { Prompt } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Asked, failure, json, silence } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'

const aPrompt = (part: Partial<Prompt> = {}): Prompt => ({
  id: 'recAbCdEfGhIjKlMn',
  companyId: 1,
  companyName: 'Citrus Studio',
  title: 'Fruit on a table',
  prompt: 'Say what is on the table.',
  createdTime: '2025-02-03T12:00:00.000Z',
  imageUrl: null,
  isDefault: false,
  isOwnDefault: false,
  isCompanyDefault: false,
  ...part,
})

const provider = {
  title: 'OpenAI',
  model: 'gpt-4o-mini',
  isBuiltIn: false,
  callsToday: 3,
  callsPerDay: 200,
  tokensToday: 4_210,
}
const prompts = (rows: Prompt[]): Response => json(rows, 200, { 'X-Total-Count': String(rows.length) })

const open = (handlers: Handlers = {}, at = '/prompts'): Asked[] =>
  openApp(at, {
    'GET /api/accounts': () => json([]),
    'GET /api/prompts': () => prompts([aPrompt()]),
    'GET /api/prompts/provider': () => json(provider),
    ...handlers,
  })

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('a search that was typed before another tab was opened does not lead back', async () => {
  open()
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
  const asked = open({ 'GET /api/prompts': () => answer() })
  expect(await screen.findByText('Error fetching prompts. Please try again.')).toBeTruthy()
  // spec §7: one retry.
  expect(asked.filter(({ name }) => name === 'GET /api/prompts')).toHaveLength(2)
  expect(screen.getByText('The store is being moved')).toBeTruthy()
  answer = () => prompts([])
  await press('Try Again')
  expect(await screen.findByText(/^No prompts yet\./)).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search prompts' }), { target: { value: 'table' } })
  expect(await screen.findByText('No prompt matches your search.')).toBeTruthy()
  expect(asked.findLast(({ name }) => name === 'GET /api/prompts')?.url).toBe('/api/prompts?limit=48&q=table')
  answer = () => prompts([aPrompt({ title: ' ' })])
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
  open({ 'GET /api/prompts': ({ url }) => (url.includes('q=') ? looked.promise : prompts(here)) })
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search prompts' }), { target: { value: 'Harbour' } })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Fruit on a table' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'A harbour' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Prompts' }).getAttribute('aria-busy')).toBe('false')
  looked.resolve(prompts([...here.slice(1), further]))
  expect(await screen.findByRole('heading', { name: 'By the water' })).toBeTruthy()
})

test('whoever goes to the search field has every prompt searched here, also those that were not shown', async () => {
  const looked = Promise.withResolvers<Response>()
  const old = aPrompt({ id: 'recCbCdEfGhIjKlMn', title: 'By the water', prompt: 'Say which HARBOUR it is.' })
  const pages: Record<string, () => Response> = {
    '/api/prompts?limit=48': () => prompts([aPrompt()]),
    '/api/prompts?limit=200': () => json([aPrompt()], 200, { Link: '</api/prompts?limit=200&cursor=two>; rel="next"' }),
    '/api/prompts?limit=200&cursor=two': () => json([old]),
  }
  const asked = open({ 'GET /api/prompts': ({ url }) => pages[url]?.() ?? looked.promise })
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
  looked.resolve(prompts([]))
})

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
  const asked = open({
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
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cardOf('Ours, changed').getByText('Company default')).toBeTruthy()
  expect(asks()).toBe(pageCount + reads)

  await choose('Ours, changed', 'Make it my default')
  expect(await cardOf('Ours, changed').findByText('Default')).toBeTruthy()
  expect(cardOf('Own').queryByText('Default')).toBeNull()

  await choose('Ours, changed', 'Delete')
  await press('Delete prompt')
  expect(await screen.findByText('Prompt deleted')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Ours, changed' })).toBeNull()
  expect(screen.getByText(pageCount === 1 ? '1 prompt' : `${pageCount} prompts`)).toBeTruthy()
  expect(asks()).toBe(pageCount + 3 * reads)
})

test('a prompt that was changed and not saved is not thrown away without a question', async () => {
  open()
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
  open({
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

test('what could not be generated or saved is told in the words of the server', async () => {
  open(
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
})

test('a prompt is tried once for each press, and never again writes over what was typed', async () => {
  const { id } = aPrompt()
  let answer = (): Response => json(aPrompt())
  open({ [`GET /api/prompts/${id}`]: () => answer() })
  const tryIt = async (): Promise<void> => {
    await press('More about Fruit on a table')
    await press('Try it on an image')
  }
  const instructions = () => screen.findByLabelText<HTMLTextAreaElement>('Analysis Instructions')
  const reads = async (text: string) => waitFor(async () => expect((await instructions()).value).toBe(text))
  const library = async () => userEvent.click(screen.getByRole('tab', { name: 'Library' }))

  await tryIt()
  await reads('Say what is on the table.')
  fireEvent.change(await instructions(), { target: { value: 'Mine' } })
  await library()
  await screen.findByRole('heading', { name: 'Fruit on a table' })
  window.history.back()
  await reads('Mine')
  await library()
  await tryIt()
  await reads('Say what is on the table.')
  fireEvent.change(await instructions(), { target: { value: 'Mine again' } })

  await library()
  answer = () => failure(503, 'The store is being moved')
  await tryIt()
  expect(await screen.findByText('The prompt could not be loaded')).toBeTruthy()
  expect(screen.getByText('The store is being moved')).toBeTruthy()
  await reads('Mine again')
  expect(window.location.search).toBe('?tab=tester')
})

const events = (...told: object[]): Response =>
  new Response(told.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream' },
  })

async function analysing(handlers: Handlers) {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const asked = open(handlers, '/prompts?tab=tester')
  await userEvent.upload(
    await screen.findByLabelText(/Drop an image here/),
    new File(['image'], 'a.png', { type: 'image/png' }),
  )
  await press('Analyze Image')
  return asked
}

const STREAM = 'POST /api/openai/analyze-image/stream'

test('an answer appears as it is written, as text whatever it says; the prefix of the image stays here', async () => {
  const said = '<b>Bold</b> [link](https://evil.test)'
  const asked = await analysing({
    [STREAM]: () => events({ piece: '<b>Bold</b> ' }, { piece: '[link]' }, { analysis: said, note: null }),
  })
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /link/ })).toBeNull()
  const body = JSON.parse(asked.find(({ name }) => name === STREAM)?.body ?? '{}')
  expect(body).toEqual({ imageBase64: btoa('image'), prompt: 'Use a professional tone.' })
})

test('a built-in analysis has swatches, crop frames, and captions that become drafts', async () => {
  const analysis = [
    'Measured from the pixels. What the picture shows is for you to say.',
    'Crops\n4:5 (feed): safe. Cut in the middle it shows 80%.\n9:16 (reel): not safe. Even at best it loses 40%.',
    'Colors\nOrange #e07020 61%, blue grey #8090a0 20%. Vivid, rather warm.',
    'Caption drafts (funny)\n1. First caption\n2. Second caption',
    'Hashtags\n#orange #market',
  ].join('\n\n')
  await analysing({
    [STREAM]: () => events({ analysis, note: null }),
    'POST /api/upload/images': () => json({ imageUrls: ['/media/u/abcdefghijklmnopqrstuv'] }, 201),
  })
  expect(await screen.findByText('#e07020, 61%')).toBeTruthy()
  expect(screen.getByText('not safe')).toBeTruthy()
  const captions = within(screen.getByRole('region', { name: 'Captions' }))
  expect(captions.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'First caption#orange #marketUseCopy',
    'Second caption#orange #marketUseCopy',
  ])
  const user = userEvent.setup()
  await user.click(captions.getByRole('button', { name: 'Copy this caption: Second caption' }))
  expect(await navigator.clipboard.readText()).toBe('Second caption\n\n#orange #market')
})

test('a failure half way keeps what was written and says why beside it', async () => {
  const failed = { error: 'ai_unavailable', message: 'OpenAI does not answer.', status: 503, success: false }
  await analysing({ [STREAM]: () => events({ piece: 'The first half' }, { failure: failed }) })
  expect(await screen.findByText('The first half')).toBeTruthy()
  // In a notice that goes, and beside the text where it stays.
  await waitFor(() => expect(screen.getAllByText('OpenAI does not answer.')).toHaveLength(2))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy' }).disabled).toBe(false)
})

test.each([
  ['refused before the answer', () => failure(503, 'OpenAI does not answer.')],
  [
    'told as its first event',
    () => events({ failure: { error: 'ai_unavailable', message: 'OpenAI does not answer.', status: 503 } }),
  ],
])('a failure at the beginning, %s, is told alone, and leaves no result', async (_, answer) => {
  await analysing({ [STREAM]: answer })
  expect(await screen.findByText('OpenAI does not answer.')).toBeTruthy()
  expect(await screen.findByText('The analysis appears here.')).toBeTruthy()
  expect(screen.getAllByText('OpenAI does not answer.')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
})

test('an analysis is given up with Cancel', async () => {
  let isGivenUp = false
  await analysing({
    [STREAM]: (_, signal) => {
      signal?.addEventListener('abort', () => {
        isGivenUp = true
      })
      return silence(signal)
    },
  })
  await press('Cancel')
  await waitFor(() => expect(isGivenUp).toBe(true))
  expect(await screen.findByText('The analysis appears here.')).toBeTruthy()
})
