/** Where the marks of a line chart and their words lie: above a rise, below a fall, never over each other or the line. */

export interface MarkGiven {
  readonly day: string
  readonly label: string
  readonly isRise: boolean
}

export interface PlacedMark {
  readonly day: string
  readonly x: number
  /** Centre of the circle. */
  readonly y: number
  /** Of the line, which a lead line joins it to. */
  readonly lineY: number
  /** Null where there is no room for words. */
  readonly label: { readonly text: string; readonly x: number; readonly anchor: 'start' | 'end' } | null
}

interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const MARK_RADIUS = 10
const LETTER = 6.5
const LABEL_HALF = 8
const LABEL_GAP = 6
/** Distances of a line's name from its end, the nearest first. */
const NAME_DISTANCES = [16, 24, 32, 40, 48]
/** Distances of a circle from the line, the nearest first. */
const DISTANCES = [34, 58, 82, 106, 22]
/** Narrower plots have marks without words: the list below has them. */
const WORDS_FROM = 480

export function placeMarks(
  marks: readonly MarkGiven[],
  points: readonly { day: string; x: number; y: number }[],
  plot: Plot,
): PlacedMark[] {
  const byDay = new Map(points.map((point) => [point.day, point]))
  const taken: Box[] = []
  return [...marks]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .flatMap((mark) => {
      const point = byDay.get(mark.day)
      if (!point) return []
      const placed = bestPlace(candidatesOf(mark, point, plot), points, taken)
      taken.push(circleBox(placed), ...labelBoxes(placed))
      return [placed]
    })
}

interface NameGiven {
  readonly text: string
  /** Last point of the named line. */
  readonly end: { readonly x: number; readonly y: number }
  /** The name then lies above rather than below. */
  readonly isRising: boolean
  /** Of all lines of the chart. */
  readonly points: readonly { x: number; y: number }[]
  readonly gridYs: readonly number[]
  readonly marks: readonly PlacedMark[]
}

/** The height of a name that ends where its line ends: the nearest one that covers no mark, no line and no grid line. */
export function placeName({ text, end, isRising, points, gridYs, marks }: NameGiven, plot: Plot): number {
  const taken = marks.flatMap((mark) => [circleBox(mark), ...labelBoxes(mark)])
  const sides = isRising ? [-1, 1] : [1, -1]
  const costOf = (y: number): number => {
    const right = end.x - LABEL_GAP
    const box = { left: right - text.length * LETTER, right, top: y - LABEL_HALF, bottom: y + LABEL_HALF }
    const isCovering = taken.some((other) => overlap(box, other))
    const isCrossing = points.some((point) => isInside(box, point.x, point.y))
    const isOnGrid = gridYs.some((gridY) => gridY > box.top && gridY < box.bottom)
    return (isCovering ? 10 : 0) + (isCrossing ? 4 : 0) + (isOnGrid ? 1 : 0)
  }
  const heights = NAME_DISTANCES.flatMap((distance) => sides.map((side) => end.y + side * distance)).filter(
    (y) => y >= plot.top + LABEL_HALF && y <= plot.bottom - LABEL_HALF,
  )
  return heights.toSorted((one, other) => costOf(one) - costOf(other))[0] ?? end.y
}

/** Of those that cover nothing the nearest; else the one that covers least. */
function bestPlace(
  candidates: readonly PlacedMark[],
  points: readonly { x: number; y: number }[],
  taken: readonly Box[],
): PlacedMark {
  const costOf = (candidate: PlacedMark): number => {
    const boxes = [circleBox(candidate), ...labelBoxes(candidate)]
    const covered = boxes.filter((box) => taken.some((other) => overlap(box, other))).length
    const crossed = boxes.filter((box) => points.some(({ x, y }) => isInside(box, x, y))).length
    return covered * 10 + crossed * 2 + (candidate.label ? 0 : 1.5)
  }
  let best = candidates[0]
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const cost = costOf(candidate)
    if (cost < least) [best, least] = [candidate, cost]
  }
  if (!best) throw new Error('A mark has no place')
  return best
}

function candidatesOf(
  { day, label, isRise }: MarkGiven,
  { x, y: lineY }: { x: number; y: number },
  plot: Plot,
): PlacedMark[] {
  const width = label.length * LETTER
  const away = MARK_RADIUS + LABEL_GAP
  const fitsRight = x + away + width <= plot.right
  const fitsLeft = x - away - width >= plot.left
  const hasWords = plot.right - plot.left >= WORDS_FROM
  const lowest = plot.bottom - MARK_RADIUS - 2
  const highest = plot.top + MARK_RADIUS
  const candidates: PlacedMark[] = []
  for (const side of isRise ? [-1, 1] : [1, -1]) {
    for (const distance of DISTANCES) {
      const y = lineY + side * distance
      if (y > lowest || y < highest) continue
      const place = { day, x, y, lineY }
      const start = { ...place, label: { text: label, x: x + away, anchor: 'start' as const } }
      const end = { ...place, label: { text: label, x: x - away, anchor: 'end' as const } }
      if (hasWords && fitsLeft && isRise) candidates.push(end)
      if (hasWords && fitsRight) candidates.push(start)
      if (hasWords && fitsLeft && !isRise) candidates.push(end)
      candidates.push({ ...place, label: null })
    }
  }
  const held = Math.min(lowest, Math.max(highest, lineY))
  return candidates.length > 0 ? candidates : [{ day, x, y: held, lineY, label: null }]
}

const circleBox = ({ x, y }: PlacedMark): Box => ({
  left: x - MARK_RADIUS - 1,
  right: x + MARK_RADIUS + 1,
  top: y - MARK_RADIUS - 1,
  bottom: y + MARK_RADIUS + 1,
})

function labelBoxes({ y, label }: PlacedMark): Box[] {
  if (!label) return []
  const width = label.text.length * LETTER
  const left = label.anchor === 'start' ? label.x : label.x - width
  return [{ left, right: left + width, top: y - LABEL_HALF, bottom: y + LABEL_HALF }]
}

const isInside = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
