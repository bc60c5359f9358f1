import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Video } from './video.tsx'

beforeEach(() => {
  // jsdom plays nothing: what a browser does of its own accord is done here.
  let isPaused = true
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => isPaused)
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(15)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    isPaused = false
    fireEvent.play(this)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    isPaused = true
    fireEvent.pause(this)
  })
})

function open() {
  const onError = vi.fn()
  render(<Video src="/media/v/x" poster={null} label="Video: Ferry" onError={onError} />)
  const video = screen.getByLabelText<HTMLVideoElement>('Video: Ferry')
  fireEvent.durationChange(video)
  return { video, onError, position: screen.getByRole('slider', { name: 'Position' }), user: userEvent.setup() }
}

test('it plays, stands still and is muted by its buttons', async () => {
  const { video, user } = open()
  await user.click(screen.getByRole('button', { name: 'Play' }))
  expect(video.paused).toBe(false)
  await user.click(video)
  expect(video.paused).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Mute' }))
  expect(video.muted).toBe(true)
  fireEvent.volumeChange(video)
  expect(screen.getByRole('button', { name: 'Sound on' })).toBeTruthy()
})

test('the position is read, dragged and moved by keys, never out of the video', async () => {
  const { video, position, user } = open()
  expect(position.getAttribute('aria-valuetext')).toBe('0:00 of 0:15')
  fireEvent.change(position, { target: { value: '6' } })
  expect(video.currentTime).toBe(6)
  expect(position.getAttribute('aria-valuetext')).toBe('0:06 of 0:15')
  position.focus()
  await user.keyboard('{ArrowRight}')
  expect(video.currentTime).toBe(7)
  await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
  expect(video.currentTime).toBe(0)
})

test('Space plays, except on a button that it presses; M mutes', async () => {
  const { video, position, user } = open()
  position.focus()
  await user.keyboard(' ')
  expect(video.paused).toBe(false)
  screen.getByRole('button', { name: 'Mute' }).focus()
  await user.keyboard(' ')
  expect(video.paused).toBe(false)
  expect(video.muted).toBe(true)
  await user.keyboard('m')
  expect(video.muted).toBe(false)
})

test('it begins by itself, unless less motion is asked for', () => {
  expect(open().video.autoplay).toBe(true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  render(<Video src="/media/v/y" poster={null} label="Video: Still" onError={vi.fn()} />)
  expect(screen.getByLabelText<HTMLVideoElement>('Video: Still').autoplay).toBe(false)
})

test('a video that cannot be played is reported to the parent', () => {
  const { video, onError } = open()
  fireEvent.error(video)
  expect(onError).toHaveBeenCalledTimes(1)
})
