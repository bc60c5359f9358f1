/** Search text beside an address that follows late, as on a slow machine. */
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useTypedText } from './use-typed-text.ts'

const REST_MS = 250

beforeEach(() => vi.useFakeTimers())

function type(given = '') {
  const reported: string[] = []
  const { result, rerender } = renderHook(
    (address: string) => useTypedText(address, (text) => reported.push(text), REST_MS),
    {
      initialProps: given,
    },
  )
  const rest = (): void => act(() => void vi.advanceTimersByTime(REST_MS))
  return {
    reported,
    rerender,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    rest,
  }
}

test('an address that follows late takes back no letter', () => {
  const field = type()
  field.type('gre')
  field.rest()
  field.type('green')
  field.rest()
  expect(field.reported).toEqual(['gre', 'green'])
  field.type('green t')
  field.rerender('gre')
  expect(field.text()).toBe('green t')
  field.rerender('green')
  expect(field.text()).toBe('green t')
  field.rest()
  expect(field.reported).toEqual(['gre', 'green', 'green t'])
})

test('an address that changes by itself is what the text becomes', () => {
  const field = type()
  field.type('gre')
  field.rest()
  field.rerender('gre')
  field.rerender('')
  expect(field.text()).toBe('')
  field.rerender('gre')
  expect(field.text()).toBe('gre')
  field.rest()
  expect(field.reported).toEqual(['gre'])
})
