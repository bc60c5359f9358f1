import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Refetching } from './components/refetching.ts'
import { refetchLater } from './components/refetching-later.ts'

function aFile() {
  const refetching: Refetching = {
    onMessage: vi.fn(),
    catchUp: vi.fn(),
    refetchAwaited: vi.fn(),
    refetchWork: vi.fn(),
    stop: vi.fn(),
  }
  return { refetching, file: { createRefetching: () => refetching } }
}

test('what an event asks for is done when the file is there, and the file is fetched once', async () => {
  const { refetching, file } = aFile()
  const fetchFile = vi.fn(async () => file)
  const later = refetchLater(new QueryClient(), fetchFile)
  expect(fetchFile).not.toHaveBeenCalled()
  later.run(({ onMessage }) => onMessage('one'))
  later.run(({ onMessage }) => onMessage('two'))
  await waitFor(() => expect(refetching.onMessage).toHaveBeenLastCalledWith('two'))
  expect(fetchFile).toHaveBeenCalledOnce()
  expect(refetching.catchUp).not.toHaveBeenCalled()
})

test('an event whose file could not be fetched is caught up with when the next one comes', async () => {
  const { refetching, file } = aFile()
  const fetchFile = vi.fn(async () => file).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const later = refetchLater(new QueryClient(), fetchFile)
  later.run(({ onMessage }) => onMessage('lost'))
  await waitFor(() => expect(fetchFile.mock.settledResults[0]?.type).toBe('rejected'))
  later.run(({ onMessage }) => onMessage('next'))
  await waitFor(() => expect(refetching.onMessage).toHaveBeenCalledExactlyOnceWith('next'))
  expect(refetching.catchUp).toHaveBeenCalledOnce()
})

test('nothing is done any more once it has been stopped, also where the file comes later', async () => {
  const { refetching, file } = aFile()
  const later = refetchLater(new QueryClient(), async () => file)
  later.run(({ onMessage }) => onMessage('late'))
  later.stop()
  await waitFor(() => expect(refetching.stop).toHaveBeenCalled())
  expect(refetching.onMessage).not.toHaveBeenCalled()
})
