import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageMark } from './page-marks.ts'

function Layer({ isOn = true }: { readonly isOn?: boolean }) {
  usePageMark('layer', isOn)
  return null
}
const isMarked = () => document.documentElement.hasAttribute('data-has-layer')

test('the page says that a layer is open until the last of them is closed', () => {
  const { rerender, unmount } = render([<Layer key="one" />, <Layer key="two" />])
  expect(isMarked()).toBe(true)
  rerender([<Layer key="one" isOn={false} />, <Layer key="two" />])
  expect(isMarked()).toBe(true)
  unmount()
  expect(isMarked()).toBe(false)
})
