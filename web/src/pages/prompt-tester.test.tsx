/** A prompt tried on an image: its instructions, the answer as it is written, and what goes wrong meanwhile. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { press } from '../testing/controls.ts'
import { failure, json, silence } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { aPrompt, openPrompts } from '../testing/prompts.ts'

const STREAM = 'POST /api/openai/analyze-image/stream'

test('a prompt is tried once for each press, and never again writes over what was typed', async () => {
  const { id } = aPrompt()
  let answer = (): Response => json(aPrompt())
  openPrompts({ [`GET /api/prompts/${id}`]: () => answer() })
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

const events = (...sent: object[]): Response =>
  new Response(sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream' },
  })

async function analysing(handlers: Handlers) {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const asked = openPrompts(handlers, '/prompts?tab=tester')
  await userEvent.upload(
    await screen.findByLabelText(/Drop an image here/),
    new File(['image'], 'a.png', { type: 'image/png' }),
  )
  await press('Analyze Image')
  return asked
}

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
  await user.click(screen.getByRole('button', { name: 'Remove the image' }))
  // The crops still show it.
  expect(URL.revokeObjectURL).not.toHaveBeenCalledWith('blob:here')
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
    'sent as its first event',
    () => events({ failure: { error: 'ai_unavailable', message: 'OpenAI does not answer.', status: 503 } }),
  ],
])('a failure at the beginning, %s, is shown alone, and leaves no result', async (_, answer) => {
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
