/** Everything that the built-in analysis measures in the pixels of a picture. Pure, and the same for the same pixels. */
import { type Crop, cropsOf } from './crops.ts'
import { brightnessOf, type Edges, edgesOf, type Light, lightOf } from './edges.ts'
import { type Palette, type Pixels, paletteOf } from './palette.ts'

export interface Measurements {
  palette: Palette
  light: Light
  edges: Pick<Edges, 'density' | 'sharpest' | 'sharpShare'>
  crops: readonly Crop[]
}

export function measurePixels(pixels: Pixels): Measurements {
  const values = brightnessOf(pixels)
  const { columns, rows, ...edges } = edgesOf(values, pixels.width, pixels.height)
  return { palette: paletteOf(pixels), light: lightOf(values), edges, crops: cropsOf({ columns, rows }) }
}
