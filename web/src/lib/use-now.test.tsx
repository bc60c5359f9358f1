/** What says 'x ago' grows old by itself. */
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatMoment } from './format.ts'
import { useNow } from './use-now.ts'

function Age({ moment }: { readonly moment: string }) {
  return <p>{formatMoment(moment, useNow())}</p>
}

test('an age is updated while it is on the screen, by one timer for all', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') })
  const moment = '2026-11-20T11:58:30.000Z'
  const { unmount } = render(
    <>
      <Age moment={moment} />
      <Age moment={moment} />
    </>,
  )
  expect(screen.getAllByText('1 minute ago')).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(30_000))
  expect(screen.getAllByText('2 minutes ago')).toHaveLength(2)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
