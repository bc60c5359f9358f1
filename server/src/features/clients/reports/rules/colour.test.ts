import { expect, test } from 'vitest'
import { brandColours, contrastOf, DARK_SURFACE } from './colour.ts'

test.each(['#00656e', '#ffee00', '#ffffff', '#000000', '#ff0000', '#7f7f7f', '#123456', '#00ff00'])(
  '%s can be read as text on both themes',
  (colour) => {
    const { light, dark, area } = brandColours(colour)
    expect(area).toBe(colour)
    expect(contrastOf(light.ink, '#fefdfd')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(dark.ink, DARK_SURFACE)).toBeGreaterThanOrEqual(4.5)
    expect(light.ink).toMatch(/^#[0-9a-f]{6}$/)
  },
)

test('a colour that can be read stays as it was chosen, and its contrast is that of WCAG', () => {
  expect(brandColours('#00656e').light.ink).toBe('#00656e')
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(brandColours('#ffee00').contrast).toBe(1.2)
})
