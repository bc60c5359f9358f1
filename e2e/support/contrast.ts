/** The contrast of a text as the browser draws it: every layer behind it counted, whatever notation its colors have. */
import type { Locator } from '@playwright/test'

/** Per WCAG 2: 1 to 21, of the color of the element on what lies behind it. */
export function contrastOf(element: Locator): Promise<number> {
  return element.evaluate((start) => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const read = (color: string): Color => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      return [red, green, blue, alpha / 255]
    }
    const over = ([r, g, b, a]: Color, [x, y, z]: Color): Color => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ]
    const layers: Color[] = []
    for (let one: Element | null = start; one; one = one.parentElement) {
      layers.push(read(getComputedStyle(one).backgroundColor))
      if (layers.at(-1)?.[3] === 1) break
    }
    const ground = layers.reduceRight<Color>((below, layer) => over(layer, below), [255, 255, 255, 1])
    const text = over(read(getComputedStyle(start).color), ground)
    const light = ([...channels]: Color): number => {
      const [r = 0, g = 0, b = 0] = channels
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [darker = 0, lighter = 0] = [light(text), light(ground)].sort((a, b) => a - b)
    return (lighter + 0.05) / (darker + 0.05)
  })
}
