/** Draws frames: decides what goes where in the kernel's memory, and lets the kernel do it. */
import { prepareCaption } from './caption.ts'
import type { Functions } from './instance.ts'
import type { Block, KernelMemory } from './memory.ts'
import type { Caption, Origin, Pixels, Size } from './shapes.ts'
import { colourPlacementOf, type Placement, type Plane, placementOf, type Source, sourceOf } from './source.ts'
import type { FramePlan, Sight } from './timeline.ts'

export interface Painter extends Size {
  /** `width * height * 3 / 2`: luma, then the two planes of colour, each without gaps. */
  readonly frameBytes: number
  /** Gives picture `index` its pixels: `cutting` of it, scaled to `cutting.scaled`. May be called again. */
  setPicture(index: number, pixels: Pixels, origin: Origin): void
  /** Blended into every frame from now on; null for none. */
  setCaption(caption: Caption | null): void
  /**
   * Draws a frame. What is answered is a view into the kernel's memory: good until as many further
   * frames are painted as the painter has, and, unless the memory is shared, until a picture or caption is set. Throws a RangeError for a picture that was not set, or that has
   * more than 1.7 times as many pixels as are shown.
   */
  paint(plan: FramePlan): Uint8Array
  /** The frame painted last, for a canvas. A view like that of `paint`; of shared memory, a copy. */
  toRgba(): Uint8ClampedArray<ArrayBuffer>
}

/** As `assembly/drawing.ts` lays them out. */
const GROUP_BYTES = 96
const ROW_BYTES = 12
const RING_BYTES = 8 * 4_224 + 2_048 + 6
const WIDTH_MAX = 2_048
const SIDE_MIN = 32
/** What eight samples of the output look at must lie in sixteen of the source. */
const STEP_MAX = 1.7

/** A frame in memory. */
interface Frame {
  readonly block: Block
  readonly planes: readonly [luma: number, blue: number, red: number]
}

export function painterOf(kernel: Functions, memory: KernelMemory, size: Size, frameCount: number): Painter {
  const { width, height } = size
  if (width % 2 !== 0 || height % 2 !== 0 || width < SIDE_MIN || height < SIDE_MIN || width > WIDTH_MAX)
    throw new RangeError(`A frame cannot be ${width} by ${height}`)
  const frameBytes = (width * height * 3) / 2
  const frames = Array.from({ length: frameCount }, () => frameIn(memory, size))
  const beside = frameIn(memory, size)
  const groups = memory.take(Math.ceil(width / 8) * GROUP_BYTES).address
  const rows = memory.take(height * ROW_BYTES).address
  const ring = memory.take(RING_BYTES).address
  const sources = new Map<number, Source>()
  let caption: ReturnType<typeof captionIn> | null = null
  let painted = -1
  let screen: Block | null = null

  /** Planes of one size and place share their tables. */
  function drawPlanes(planes: readonly Plane[], at: Placement, targets: readonly number[], to: Size, share: number) {
    const [{ width: across, height: sourceRows } = { width: 0, height: 0 }] = planes
    const count = kernel.columnsOf(groups, to.width, at.across.first, at.across.step, across)
    kernel.rowsOf(rows, to.height, at.down.first, at.down.step, sourceRows)
    for (const [index, { address, stride }] of planes.entries()) {
      const target = targets[index] ?? 0
      kernel.draw(address, stride, sourceRows, groups, count, rows, to.height, ring, target, to.width, share)
    }
  }

  /** `shift` moves the picture to the left by so many pixels; `share`, of 256, of what was drawn before is replaced. */
  function drawSight(
    { picture, window }: Sight,
    { planes: [luma, blue, red] }: Frame,
    { shift = 0, share = 256 } = {},
  ) {
    const source = sources.get(picture)
    if (!source) throw new RangeError(`Picture ${picture} was not set`)
    const placement = placementOf(source.origin, window, size, shift)
    if (placement.across.step > STEP_MAX) throw new RangeError(`Picture ${picture} has too many pixels`)
    const half = { width: width / 2, height: height / 2 }
    drawPlanes([source.luma], placement, [luma], size, share)
    drawPlanes([source.blue, source.red], colourPlacementOf(placement), [blue, red], half, share)
  }

  function drawPlan(plan: FramePlan, frame: Frame) {
    if (plan.kind === 'one') return drawSight(plan.sight, frame)
    if (plan.kind === 'cross-fade') {
      drawSight(plan.sight, frame)
      return drawSight(plan.next, frame, { share: Math.round(plan.share * 256) })
    }
    const way = plan.share * width
    drawSight(plan.sight, frame, { shift: way })
    drawSight(plan.next, beside, { shift: way - width })
    // An even column, so that a sample of colour is of one picture.
    const edge = width - 2 * Math.round(way / 2)
    for (const [plane, target] of frame.planes.entries()) {
      const half = plane === 0 ? 1 : 2
      kernel.copyColumns(target, beside.planes[plane] ?? 0, edge / half, width / half, height / half)
    }
  }

  const requireFrame = () => {
    const frame = frames[painted]
    if (!frame) throw new RangeError('Nothing was painted yet')
    return frame
  }

  return {
    width,
    height,
    frameBytes,
    setPicture(index, pixels, origin) {
      const before = sources.get(index)
      if (before) memory.give(before.block)
      sources.delete(index)
      sources.set(index, sourceOf(kernel, memory, pixels, origin))
    },
    setCaption(wanted) {
      if (caption) memory.give(caption.block)
      caption = wanted && captionIn(memory, wanted, size)
    },
    paint(plan) {
      painted = (painted + 1) % frames.length
      const frame = requireFrame()
      drawPlan(plan, frame)
      for (const { plane, offset, stride, ink, clear, width: across, height: down } of caption?.layers ?? [])
        kernel.blendCaption((frame.planes[plane] ?? 0) + offset, stride, ink, clear, across, down)
      return memory.bytesAt(frame.block.address, frameBytes)
    },
    toRgba() {
      const [luma, blue, red] = requireFrame().planes
      screen ??= memory.take(width * height * 4)
      kernel.rgbaOf(luma, blue, red, width, height, screen.address)
      const { buffer } = memory.memory
      if (buffer instanceof ArrayBuffer) return new Uint8ClampedArray(buffer, screen.address, width * height * 4)
      return new Uint8ClampedArray(new Uint8Array(buffer, screen.address, width * height * 4))
    },
  }
}

function frameIn(memory: KernelMemory, { width, height }: Size): Frame {
  const block = memory.take((width * height * 3) / 2)
  const blue = block.address + width * height
  return { block, planes: [block.address, blue, blue + (width * height) / 4] }
}

/** Puts a caption into memory, and says for each plane where it goes; null when none of it is seen. */
function captionIn(memory: KernelMemory, wanted: Caption, output: Size) {
  const prepared = prepareCaption(wanted, output)
  if (!prepared) return null
  const layers = [prepared.luma, prepared.blue, prepared.red]
  const block = memory.take(layers.reduce((sum, { ink }) => sum + ink.byteLength * 2, 0))
  let address = block.address
  const put = (values: Uint16Array) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    memory.bytesAt(address, bytes.length).set(bytes)
    address += bytes.length
    return address - bytes.length
  }
  return {
    block,
    layers: layers.map(({ ink, clear }, plane) => {
      const half = plane === 0 ? 1 : 2
      const stride = output.width / half
      return {
        plane,
        offset: (prepared.y / half) * stride + prepared.x / half,
        stride,
        ink: put(ink),
        clear: put(clear),
        width: prepared.width / half,
        height: prepared.height / half,
      }
    }),
  }
}
