import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { makePreloadable, usePreload } from './preloadable.tsx'

afterEach(() => vi.useRealTimers())

const Said = ({ text }: { text: string }) => <p>{text}</p>

test('a part that was preloaded is drawn in the drawing that asks for it', async () => {
  const Part = makePreloadable(async () => Said, 'on its way')
  Part.preload()
  await act(async () => undefined)
  render(<Part text="here" />)
  expect(screen.getByText('here')).toBeTruthy()
})

test('a part that was not preloaded is fetched when it is drawn, once for all who draw it', async () => {
  const load = vi.fn(async () => Said)
  const Part = makePreloadable(load, 'on its way')
  const { container } = render(
    <>
      <Part text="one" />
      <Part text="two" />
    </>,
  )
  expect(container.textContent).toBe('on its wayon its way')
  expect(await screen.findByText('one')).toBeTruthy()
  expect(await screen.findByText('two')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

function AfterDrawing({ run }: { run: () => void }) {
  useLayoutEffect(run)
  return null
}

test('a part whose file arrives between its drawing and its effects is drawn', async () => {
  let arrive = (): void => undefined
  const file = new Promise<typeof Said>(() => undefined)
  // It arrives at a moment that the test names, and not in a turn of its own.
  vi.spyOn(file, 'then').mockImplementation((onLoad) => {
    arrive = () => void onLoad?.(Said)
    return Promise.resolve(undefined as never)
  })
  const Part = makePreloadable(() => file, 'on its way')
  Part.preload()
  render(
    <>
      <Part text="here" />
      <AfterDrawing run={() => arrive()} />
    </>,
  )
  expect(await screen.findByText('here')).toBeTruthy()
})

test('a preload that failed is tried again when the part is drawn, and that failure is shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async (): Promise<typeof Said> => {
    throw new Error('The file is missing')
  })
  const Part = makePreloadable(load)
  Part.preload()
  await act(async () => undefined)
  render(
    <Boundary>
      <Part text="never" />
    </Boundary>,
  )
  expect(await screen.findByText('The file is missing')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a page preloads its parts after the first sign of use: not within the press, and not before', () => {
  vi.useFakeTimers()
  const [first, second] = [vi.fn(), vi.fn()]
  const { unmount } = renderHook(() => usePreload({ preload: first }, { preload: second }))
  vi.runAllTimers()
  expect(first).not.toHaveBeenCalled()
  fireEvent.pointerMove(window)
  fireEvent.keyDown(window)
  expect(first).not.toHaveBeenCalled()
  vi.advanceTimersToNextTimer()
  expect([first, second].map((preload) => preload.mock.calls.length)).toEqual([1, 0])
  vi.runAllTimers()
  expect([first, second].map((preload) => preload.mock.calls.length)).toEqual([1, 1])
  unmount()
})

test('a page that is left before its quiet moment preloads nothing', () => {
  vi.useFakeTimers()
  const preload = vi.fn()
  const { unmount } = renderHook(() => usePreload({ preload }))
  fireEvent.pointerMove(window)
  unmount()
  vi.runAllTimers()
  expect(preload).not.toHaveBeenCalled()
})

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}
