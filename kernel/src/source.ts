/** A picture in the kernel's memory, as planes with room around their rows; and where a window of it lies in them. */
import type { Functions } from './instance.ts'
import type { Block, KernelMemory } from './memory.ts'
import type { Origin, Pixels, Size, Window } from './shapes.ts'

/** Samples beside each row that repeat its edge: as many as a group looks at beyond it (`assembly/tables.ts`). */
const LEFT = 16
const RIGHT = 40

export interface Plane extends Size {
  /** Of the first sample of the first row. */
  readonly address: number
  readonly stride: number
}

export interface Source {
  readonly luma: Plane
  readonly blue: Plane
  readonly red: Plane
  readonly origin: Origin
  readonly block: Block
}

export function sourceOf(kernel: Functions, memory: KernelMemory, { width, height, rgba }: Pixels, origin: Origin) {
  const across = Math.ceil(width / 2)
  const down = Math.ceil(height / 2)
  const lumaStride = strideOf(width)
  const colourStride = strideOf(across)
  const block = memory.take(lumaStride * height + 2 * colourStride * down + RIGHT)
  const luma = { address: block.address + LEFT, stride: lumaStride, width, height }
  const blue = { address: luma.address + lumaStride * height, stride: colourStride, width: across, height: down }
  const red = { ...blue, address: blue.address + colourStride * down }
  // Four pixels are read at once, and the last ones may go beyond the end.
  const staged = memory.take(rgba.length + 16)
  memory.bytesAt(staged.address, rgba.length).set(rgba)
  kernel.planesOf(
    staged.address,
    width,
    height,
    luma.address,
    lumaStride,
    blue.address,
    red.address,
    colourStride,
    RIGHT,
  )
  memory.give(staged)
  const source: Source = { luma, blue, red, origin, block }
  return source
}

const strideOf = (width: number) => Math.ceil((LEFT + width + RIGHT) / 16) * 16

/** Sample `x` of the output lies at `first + x * step` in a plane; likewise down. */
export interface Placement {
  readonly across: Line
  readonly down: Line
}

interface Line {
  readonly first: number
  readonly step: number
}

/** For luma. `shift` moves the window by so many pixels of the output to the right, which moves the picture to the left. */
export function placementOf({ picture, cutting }: Origin, window: Window, output: Size, shift: number): Placement {
  const across = lineOf(
    window.x,
    window.width,
    picture.width,
    cutting.left,
    cutting.width,
    cutting.scaled.width,
    output.width,
  )
  return {
    across: { first: across.first + shift * across.step, step: across.step },
    down: lineOf(
      window.y,
      window.height,
      picture.height,
      cutting.top,
      cutting.height,
      cutting.scaled.height,
      output.height,
    ),
  }
}

/** For colour, whose samples lie on every second column, and between every second row and the next. */
export function colourPlacementOf({ across, down }: Placement): Placement {
  return {
    across: { first: across.first / 2, step: across.step },
    down: { first: (down.first + (down.step - 1) / 2) / 2, step: down.step },
  }
}

/** Pixels are squares: the middle of the first lies half a pixel inside. */
function lineOf(
  start: number,
  length: number,
  pixels: number,
  cutStart: number,
  cutLength: number,
  scaled: number,
  output: number,
): Line {
  const scale = scaled / cutLength
  const step = (length * pixels * scale) / output
  return { first: (start * pixels - cutStart) * scale + step / 2 - 0.5, step }
}
