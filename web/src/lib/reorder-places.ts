/** Where a carried item would lie, and how far the others make room. Pure; for lists that stand and lists that lie. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Distance {
  readonly x: number
  readonly y: number
}

function isLying([first, second]: readonly Box[]): boolean {
  return first !== undefined && second !== undefined && second.left > first.left
}

/** The place of the item that was at `from` and has been carried `by` so far: where most of it lies. */
export function placeAt(boxes: readonly Box[], from: number, by: Distance): number {
  const lies = isLying(boxes)
  const middleOf = (box: Box): number => (lies ? box.left + box.width / 2 : box.top + box.height / 2)
  const carried = boxes[from]
  if (!carried) return from
  const middle = middleOf(carried) + (lies ? by.x : by.y)
  return boxes.filter((box, index) => index !== from && middleOf(box) < middle).length
}

/** How far the item at `index` moves to make room. */
export function gapOf(boxes: readonly Box[], { from, to }: { from: number; to: number }, index: number): Distance {
  const isBetween = (index > from && index <= to) || (index < from && index >= to)
  const neighbour = boxes[index > from ? index - 1 : index + 1]
  const box = boxes[index]
  if (!isBetween || !neighbour || !box) return { x: 0, y: 0 }
  return { x: neighbour.left - box.left, y: neighbour.top - box.top }
}
