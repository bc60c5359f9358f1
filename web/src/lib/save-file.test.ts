import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a file stays readable for a while after the click, as Safari needs it, and is then let go', () => {
  vi.useFakeTimers()
  const forgotten: string[] = []
  vi.stubGlobal('URL', {
    createObjectURL: () => 'blob:figures',
    revokeObjectURL: (address: string) => forgotten.push(address),
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  saveFile(new Blob(['a,b']), 'figures.csv')
  expect(clicked.mock.contexts).toMatchObject([{ download: 'figures.csv' }])
  vi.advanceTimersByTime(10_000)
  expect(forgotten).toEqual([])
  vi.runAllTimers()
  expect(forgotten).toEqual(['blob:figures'])
})
