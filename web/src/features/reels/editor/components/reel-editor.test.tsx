/** The editor as a person uses it; the worker that draws is answered at its message boundary. */
import type { Reel } from '@tangelo/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { Toaster } from '#ui/toast.tsx'
import { type Asked, failure, json, network } from '../../../../testing/network.ts'
import { aLongReel as aReel } from '../../../../testing/reels.ts'
import type { News, Order } from './preview-messages.ts'
import { ReelEditor } from './reel-editor.tsx'

const PUT = 'PUT /api/reels/rec0A1b2C3d4E5f6G/settings'

const NO_SIZE = { name: '', width: 0, height: 0 }

/** What the page sent to the worker, and a way to answer. */
let orders: Order[] = []
let say: (news: News) => void = () => undefined

beforeEach(() => {
  orders = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super()
        say = (news) => act(() => void this.dispatchEvent(new MessageEvent('message', { data: news })))
      }
      postMessage(order: Order): void {
        orders.push(order)
      }
      terminate(): void {}
    },
  )
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      pause(): void {}
      removeAttribute(): void {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
})

type Handlers = Parameters<typeof network>[0]

type EditorProps = ComponentProps<typeof ReelEditor>

/** As a page holds it: it shows what was saved. */
function Page({ reel, ...given }: Pick<EditorProps, 'reel' | 'onGenerate' | 'onDuplicated'>) {
  const [shown, setShown] = useState(reel)
  return <ReelEditor reel={shown} onChanged={setShown} {...given} canGenerate isGenerating={false} />
}

function open(reel: Reel = aReel(), handlers: Handlers = {}) {
  let stored = reel
  const asked = network({
    [PUT]: ({ body }) => {
      const { images, settings } = JSON.parse(body ?? '')
      const imageSizes = images.map((url: string) => reel.imageSizes[reel.images.indexOf(url)] ?? NO_SIZE)
      stored = { ...stored, images, imageSizes, settings, version: stored.version + 1 }
      return json(stored)
    },
    'POST /api/reels/caption': () => json({ picture: null, isCut: false }),
    ...handlers,
  })
  const onGenerate = vi.fn<(reel: Reel) => void>()
  const onDuplicated = vi.fn<(reel: Reel) => void>()
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <Page reel={reel} onGenerate={onGenerate} onDuplicated={onDuplicated} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { asked, onGenerate, onDuplicated, user: userEvent.setup() }
}

const listSaves = (asked: readonly Asked[]) =>
  asked.filter(({ name }) => name === PUT).map(({ body }) => JSON.parse(body ?? ''))
const names = () =>
  within(screen.getByRole('list', { name: 'Images in their order' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent)
const pick = (name: RegExp) =>
  within(screen.getByRole('list', { name: 'Images in their order' })).getByRole('button', { name })
const lastShown = () => orders.findLast((order) => order.kind === 'show')

test('what a reel is made of stands there, and costs nothing to look at', async () => {
  const { asked } = open()
  expect(await screen.findByRole('heading', { name: 'Ferry to the other side' })).toBeTruthy()
  expect(screen.getByText('3 of 6, 8.0 s')).toBeTruthy()
  expect(names()).toEqual(['port-road.jpg', 'old-quarter.jpg', 'ferry-0740.jpg'])
  expect(screen.getAllByText('3024 × 4032')).toHaveLength(3)
  expect(screen.getByText('Saved')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Generate Reel/ }).textContent).toBe('Generate Reel1 credit')
  expect(screen.getByText('/ 0:08.0')).toBeTruthy()
  expect(orders[0]).toEqual({ kind: 'open', canvas: null })
  expect(lastShown()).toMatchObject({ images: aReel().images, output: { width: 360, height: 640 } })
  expect(asked.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
})

test('pictures are moved by keys and by buttons, taken away, brought back, and the order is kept', async () => {
  const { asked, user } = open()
  await screen.findByText('3 of 6, 8.0 s')
  pick(/port-road/).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(names()).toEqual(['old-quarter.jpg', 'port-road.jpg', 'ferry-0740.jpg'])
  expect(screen.getByText('port-road.jpg: 2 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(pick(/port-road/))
  await user.click(screen.getByRole('button', { name: 'Move later' }))
  expect(names()).toEqual(['old-quarter.jpg', 'ferry-0740.jpg', 'port-road.jpg'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(names()).toEqual(['old-quarter.jpg', 'ferry-0740.jpg'])
  await user.keyboard('{Control>}z{/Control}')
  expect(names()).toEqual(['old-quarter.jpg', 'ferry-0740.jpg', 'port-road.jpg'])
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(names()).toEqual(['old-quarter.jpg', 'ferry-0740.jpg'])
  await waitFor(() => expect(listSaves(asked).at(-1)?.images).toEqual(['/media/u/b', '/media/u/c']))
  expect(await screen.findByText('Saved seconds ago')).toBeTruthy()
  expect(lastShown()).toMatchObject({ images: ['/media/u/b', '/media/u/c'] })
})

test('seconds, motion and transition are of this picture, or of all', async () => {
  const { asked, user } = open()
  const seconds = await screen.findByRole('textbox', { name: 'Seconds of old-quarter.jpg' })
  await user.clear(seconds)
  await user.type(seconds, '4,5{Enter}')
  expect(screen.getByText('3 of 6, 9.5 s')).toBeTruthy()
  await user.type(seconds, '{ArrowUp}')
  expect(screen.getByDisplayValue('5.0 s')).toBeTruthy()
  await user.click(pick(/ferry/))
  await user.click(screen.getByRole('radio', { name: 'Zoom in' }))
  await user.click(screen.getByRole('button', { name: 'Apply to all' }))
  await user.click(screen.getByRole('radio', { name: 'Cut' }))
  expect(screen.getByText('3 of 6, 11.0 s')).toBeTruthy()
  await waitFor(() =>
    expect(listSaves(asked).at(-1)?.settings).toMatchObject({
      pictures: [
        { seconds: 3, motion: 'zoom-in' },
        { seconds: 5, motion: 'zoom-in' },
        { seconds: 3, motion: 'zoom-in' },
      ],
      transition: { kind: 'cut' },
    }),
  )
})

test('choosing a picture shows its beginning; the keys of the position lead on; the frame becomes the cover', async () => {
  const { asked, user } = open()
  await screen.findByText('3 of 6, 8.0 s')
  await user.click(pick(/ferry/))
  const position = screen.getByRole('slider', { name: 'Position' })
  expect(position.getAttribute('aria-valuetext')).toBe('0:05.5 of 0:08.0')
  position.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(orders).toContainEqual({ kind: 'stand', seconds: 5.7 })
  await user.click(screen.getByRole('button', { name: 'Use this frame as cover' }))
  expect(screen.getByRole('button', { name: 'Frame at 0:05.7' })).toBeTruthy()
  await waitFor(() => expect(listSaves(asked).at(-1)?.settings.coverSeconds).toBeCloseTo(5.7))
})

test('Space plays and stops, but in a text it is a space', async () => {
  const { user } = open()
  await screen.findByText('3 of 6, 8.0 s')
  expect(orders.some(({ kind }) => kind === 'run')).toBe(false)
  screen.getByRole('slider', { name: 'Position' }).focus()
  await user.keyboard(' ')
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(orders.filter(({ kind }) => kind === 'run')).toHaveLength(1)
  await user.keyboard(' ')
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  const text = screen.getByRole('textbox', { name: 'Text on the video' })
  await user.type(text, ' home')
  expect(screen.getByDisplayValue('The 7:40 ferry home')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
})

test('the caption is drawn by the server once the user pauses, and says when not all of it fits', async () => {
  const { asked, user } = open(aReel(), { 'POST /api/reels/caption': () => json({ picture: null, isCut: true }) })
  const text = await screen.findByRole('textbox', { name: 'Text on the video' })
  await user.type(text, ' and on')
  await user.click(screen.getByRole('radio', { name: 'Top' }))
  expect(await screen.findByText('Not all of the text fits. Make it shorter.')).toBeTruthy()
  const listCaptionCalls = () =>
    asked.filter(({ name }) => name === 'POST /api/reels/caption').map(({ body }) => JSON.parse(body ?? ''))
  const last = { isShown: true, text: 'The 7:40 ferry and on', place: 'top', style: 'outline' }
  await waitFor(() => expect(listCaptionCalls().at(-1)).toEqual(last))
  // Not one for every letter.
  expect(listCaptionCalls().length).toBeLessThan(6)
  await user.click(screen.getByRole('switch', { name: 'Caption on the video' }))
  expect(screen.queryByRole('textbox', { name: 'Text on the video' })).toBeNull()
})

test('what cannot be saved says so, is tried again, and stays meanwhile', async () => {
  let isDown = true
  const { asked, user, onGenerate } = open(aReel(), {
    [PUT]: ({ body }) =>
      isDown ? failure(503, 'The store is away.') : json(aReel({ ...JSON.parse(body ?? ''), version: 4 })),
  })
  await screen.findByText('Saved')
  await user.click(screen.getByRole('radio', { name: 'Best' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved. The store is away.')
  await user.click(screen.getByRole('button', { name: /Generate Reel/ }))
  await waitFor(() => expect(listSaves(asked)).toHaveLength(2))
  expect(onGenerate).not.toHaveBeenCalled()
  isDown = false
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Saved seconds ago')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Best' }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('button', { name: /Generate Reel/ }))
  await waitFor(() => expect(onGenerate).toHaveBeenCalledWith(expect.objectContaining({ version: 4 })))
})

test('another user was quicker: both versions stand there until one is chosen', async () => {
  const theirs = aReel({ version: 9, settings: { ...aReel().settings, transition: { kind: 'slide', seconds: 0.8 } } })
  const { asked, user } = open(aReel(), {
    [PUT]: ({ body }) => {
      const { version, ...kept } = JSON.parse(body ?? '')
      return version === 9
        ? json(aReel({ ...kept, version: 10 }))
        : json({ error: 'changed_meanwhile', message: 'Changed', status: 409, success: false, current: theirs }, 409)
    },
  })
  await screen.findByText('Saved')
  await user.click(screen.getByRole('radio', { name: 'Cut' }))
  expect(await screen.findByText('This reel was changed somewhere else')).toBeTruthy()
  expect(screen.getByText('Not saved: this reel was changed somewhere else.')).toBeTruthy()
  expect(screen.getByText('Slide, 0.8 s')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Generate Reel/ }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Keep yours: Transition' }))
  await waitFor(() =>
    expect(listSaves(asked).at(-1)).toMatchObject({ version: 9, settings: { transition: { kind: 'cut' } } }),
  )
  expect(await screen.findByText('Saved seconds ago')).toBeTruthy()
  expect(screen.queryByText('This reel was changed somewhere else')).toBeNull()
})

test('a picture that cannot be loaded is named, and asked for again', async () => {
  const { user } = open()
  await screen.findByText('3 of 6, 8.0 s')
  say({ kind: 'size', image: '/media/u/b', size: null })
  expect((await screen.findByRole('alert')).textContent).toContain('old-quarter.jpg could not be loaded.')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(orders).toContainEqual({ kind: 'retry' })
  say({ kind: 'failed', reason: 'no WebAssembly' })
  expect(await screen.findByText('The preview cannot be shown in this browser.')).toBeTruthy()
  expect(screen.getByText('You can still edit. The video is made on the server as usual.')).toBeTruthy()
})

test('a copy costs nothing and leads to itself', async () => {
  const copy = aReel({ id: 'rec0000000000copy' })
  const { user, onDuplicated } = open(aReel(), {
    'POST /api/reels/rec0A1b2C3d4E5f6G/duplicate': () => json(copy, 201),
  })
  await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(onDuplicated).toHaveBeenCalledWith(copy))
})

test('a reel without images says what is missing before it can be saved', async () => {
  const { asked, user } = open(aReel({ images: [], settings: { ...aReel().settings, pictures: [] } }))
  await screen.findByText('Saved')
  await user.click(screen.getByRole('radio', { name: 'Cut' }))
  expect(await screen.findByText('Not saved. A reel is saved once it has an image.')).toBeTruthy()
  expect(asked.filter(({ name }) => name === PUT)).toEqual([])
})

test('a copy whose answer was lost is not made a second time', async () => {
  const copy = aReel({ id: 'rec0000000000copy' })
  const answers = [() => new TypeError('cut off'), () => json(copy, 201)]
  const { asked, user, onDuplicated } = open(aReel(), {
    'POST /api/reels/rec0A1b2C3d4E5f6G/duplicate': () => answers.shift()?.() ?? json(copy, 201),
  })
  await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
  expect(await screen.findByText('The reel could not be duplicated')).toBeTruthy()
  for (let times = 1; times <= 2; times += 1) {
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await waitFor(() => expect(onDuplicated).toHaveBeenCalledTimes(times))
  }
  const [first, second, third] = asked
    .filter(({ name }) => name.endsWith('/duplicate'))
    .map(({ headers }) => headers.get('Idempotency-Key'))
  expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first])
  expect(third).not.toBe(first)
})

test('no copy is made without the last changes', async () => {
  const { asked, user, onDuplicated } = open(aReel(), { [PUT]: () => failure(500, 'Out of order') })
  await screen.findByText('Saved')
  await user.click(screen.getByRole('radio', { name: 'Cut' }))
  await user.click(screen.getByRole('button', { name: 'Duplicate' }))
  expect(await screen.findByText(/^Its last changes could not be saved/)).toBeTruthy()
  expect(asked.filter(({ name }) => name.endsWith('/duplicate'))).toEqual([])
  expect(onDuplicated).not.toHaveBeenCalled()
})

test('music says how it fits the reel, and goes away again', async () => {
  const music = { url: '/media/m/x', name: 'harbour.m4a', seconds: 42, volume: 0.7 }
  const { asked, user } = open(aReel({ settings: { ...aReel().settings, music } }))
  expect(await screen.findByText('0:42, cut to 0:08 with a fade')).toBeTruthy()
  expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('70%')
  await user.click(screen.getByRole('button', { name: 'Remove the music' }))
  expect(screen.getByRole('button', { name: 'Add music' })).toBeTruthy()
  await waitFor(() => expect(listSaves(asked).at(-1)?.settings.music).toBeNull())
})
