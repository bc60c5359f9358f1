/** The axis of intervals: figures from which a printed report can be read. */
import { describe, expect, test } from 'vitest'
import { drawingMarkup } from './drawings.ts'

const drawAxis = (low: number, high: number) => {
  const interval = { name: '18:00 to 22:00', posts: 41, effect: 0.1, low, high, isFound: false }
  const markup = drawingMarkup({ kind: 'intervals', intervals: [interval] })?.text ?? ''
  return [...markup.slice(markup.indexOf('class="ax"')).matchAll(/<text [^>]*>([^<]*)</g)].map(([, words]) => words)
}

describe('an axis of intervals', () => {
  test('has a figure at both of its ends and at zero', () => {
    expect(drawAxis(-0.35, 0.55)).toEqual(['−40%', '0%', '+60%', 'as usual'])
  })
  test('leaves out its lower end where that is close to zero', () => {
    expect(drawAxis(0.1, 1.9)).toEqual(['0%', '+200%', 'as usual'])
  })
})
