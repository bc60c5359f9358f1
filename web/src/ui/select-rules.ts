/** Pure decisions of the select: what a key means, what typing finds, where the list goes. */

export type KeyAction =
  | { readonly kind: 'none' }
  | { readonly kind: 'choose' }
  | { readonly kind: 'type' }
  | { readonly kind: 'move'; readonly to: number }

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface ListState {
  /** The option under the keys; null while the list is closed. */
  readonly active: number | null
  /** The option that is taken; -1 when none is. */
  readonly chosen: number
  readonly count: number
  /** A name is being typed: a space is then part of it. */
  readonly isTyping: boolean
}

/** A closed list opens at the chosen option; an open one moves, without wrapping, as native ones do. */
export function keyAction(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  { active, chosen, count, isTyping }: ListState,
): KeyAction {
  if (ctrlKey || metaKey) return { kind: 'none' }
  if (key === ' ' && isTyping) return { kind: 'type' }
  const last = count - 1
  if (active === null) {
    if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return { kind: 'move', to: Math.max(chosen, 0) }
    return key.length === 1 ? { kind: 'type' } : { kind: 'none' }
  }
  if (['Enter', ' ', 'Tab'].includes(key) || (altKey && key === 'ArrowUp')) return { kind: 'choose' }
  if (key === 'ArrowDown') return { kind: 'move', to: Math.min(active + 1, last) }
  if (key === 'ArrowUp') return { kind: 'move', to: Math.max(active - 1, 0) }
  if (key === 'Home' || key === 'PageUp') return { kind: 'move', to: 0 }
  if (key === 'End' || key === 'PageDown') return { kind: 'move', to: last }
  return key.length === 1 ? { kind: 'type' } : { kind: 'none' }
}

/** The option that begins with what was typed; the same letter again goes on to the next one. */
export function startingWith(
  options: readonly { readonly label: string }[],
  typed: string,
  from: number,
): number | null {
  const text = typed.toLowerCase()
  const sameLetter = [...text].every((letter) => letter === text[0])
  const wanted = sameLetter ? text.slice(0, 1) : text
  for (let step = sameLetter ? 1 : 0; step <= options.length; step += 1) {
    const index = (Math.max(from, 0) + step) % options.length
    if (options[index]?.label.toLowerCase().startsWith(wanted)) return index
  }
  return null
}

export interface Placement {
  readonly left: number
  readonly top: number
  readonly minWidth: number
  readonly maxHeight: number
}

const MARGIN = 8
const DISTANCE = 4
const HEIGHT_MAX = 320

/** Below its button, or above when there is more room; never outside the window. */
export function placeBelow(
  anchor: { readonly left: number; readonly top: number; readonly bottom: number; readonly width: number },
  contentHeight: number,
  view: { readonly innerHeight: number },
): Placement {
  const below = view.innerHeight - anchor.bottom - DISTANCE - MARGIN
  const above = anchor.top - DISTANCE - MARGIN
  const wanted = Math.min(contentHeight, HEIGHT_MAX)
  const isBelow = wanted <= below || below >= above
  const height = Math.min(wanted, isBelow ? below : above)
  return {
    left: anchor.left,
    top: isBelow ? anchor.bottom + DISTANCE : anchor.top - DISTANCE - height,
    minWidth: anchor.width,
    maxHeight: height,
  }
}
