import { act, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useWindowRows } from './use-window-rows.ts'

interface RowsProps {
  readonly count: number
  readonly loadMore: () => void
  readonly isWhole?: boolean
  readonly onDraw?: (rows: number) => void
}

function Rows({ count, loadMore, isWhole = false, onDraw }: RowsProps) {
  const { body, indexes } = useWindowRows<HTMLUListElement>({ count, rowHeight: 50, loadMore, isWhole })
  useLayoutEffect(() => onDraw?.(indexes.length))
  return (
    <ul ref={body}>
      {indexes.map((index) => (
        <li key={index}>{index}</li>
      ))}
    </ul>
  )
}

test('on paper stands every row that is loaded, and nothing is fetched for it', () => {
  const loadMore = vi.fn()
  render(<Rows count={1_000} loadMore={loadMore} />)
  const onScreen = screen.getAllByRole('listitem').length
  expect(onScreen).toBeLessThan(100)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('listitem')).toHaveLength(1_000)
  expect(loadMore).not.toHaveBeenCalled()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getAllByRole('listitem')).toHaveLength(onScreen)
})

test('the browser searches every row that is loaded, until the page is pressed', () => {
  render(<Rows count={300} loadMore={vi.fn()} />)
  const onScreen = screen.getAllByRole('listitem').length
  expect(onScreen).toBeLessThan(100)
  fireEvent.keyDown(document.body, { key: 'f' })
  expect(screen.getAllByRole('listitem')).toHaveLength(onScreen)
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(screen.getAllByRole('listitem')).toHaveLength(300)
  fireEvent.pointerDown(document.body)
  expect(screen.getAllByRole('listitem')).toHaveLength(onScreen)
})

test('while the browser searches, further rows are fetched as the end comes into sight', () => {
  const loadMore = vi.fn()
  render(<Rows count={300} loadMore={loadMore} />)
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(loadMore).not.toHaveBeenCalled()
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300 * 50)
  fireEvent.scroll(window)
  expect(loadMore).toHaveBeenCalled()
})

test('the first drawing holds the rows in sight, and all of a short list follow', () => {
  const drawn: number[] = []
  render(<Rows count={150} loadMore={vi.fn()} isWhole onDraw={(rows) => void drawn.push(rows)} />)
  const inSight = window.innerHeight / 50
  expect(drawn[0]).toBeLessThan(inSight + 4)
  expect(drawn.at(-1)).toBe(150)
})
