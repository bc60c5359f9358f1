import { type CSSProperties, useLayoutEffect, useSyncExternalStore } from 'react'
import { Picture } from './picture.tsx'

/** Twelve quiet hues, none of which says anything. White text reaches 6:1 on each. */
const HUES = [28, 58, 92, 128, 158, 186, 214, 244, 272, 300, 330, 4]

/** The same name has the same tone everywhere, whatever its case. */
export function toneOf(username: string): string {
  let hash = 7
  for (const character of username.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `oklch(0.48 0.078 ${HUES[hash % HUES.length]})`
}

const LARGE = 64

interface AvatarProps {
  readonly username: string
  /** In pixels: it is a square. */
  readonly size: number
  readonly src?: string | null | undefined
}

/** A profile's picture, or two letters of its name when there is none or it cannot be shown. */
export function Avatar({ username, size, src }: AvatarProps) {
  const letters = useLetters(username)
  const style: CSSProperties & Record<'--size' | '--tone', string> = {
    '--size': `${size}px`,
    // spec §2: white on orange where an account is shown large; the hues tell accounts of a list apart (D48).
    '--tone': size >= LARGE ? 'var(--solid)' : toneOf(username),
  }
  return (
    <span className="avatar" style={style} aria-hidden="true">
      <Picture src={src ?? null} sizes={`${size}px`} width={size} height={size} fallback={letters} />
    </span>
  )
}

/** So many names with the same first word: it tells none of them apart. */
const MANY = 3

const namesWith = new Map<string, Set<string>>()
const listeners = new Set<() => void>()

const wordsOf = (username: string): string[] => username.toLowerCase().match(/\p{L}+/gu) ?? []

function rememberName(username: string): void {
  const [first, second] = wordsOf(username)
  if (first === undefined || second === undefined) return
  const names = namesWith.get(first) ?? new Set()
  if (names.size === MANY || names.has(username)) return
  namesWith.set(first, names.add(username))
  if (names.size === MANY) for (const listener of listeners) listener()
}

function onSharedWord(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Of two words their first letters, of one its first two; a first word that many names on the screen share is left out. */
function lettersOf(username: string): string {
  const words = wordsOf(username)
  const [first = '', second] = namesWith.get(words[0] ?? '')?.size === MANY && words.length > 1 ? words.slice(1) : words
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)
  return (letters || username.slice(0, 2)).toUpperCase()
}

/** What stands for a name where there is no picture. */
export function useLetters(username: string): string {
  // Before the screen is painted: the letters of a list are right from the start.
  useLayoutEffect(() => rememberName(username), [username])
  return useSyncExternalStore(onSharedWord, () => lettersOf(username))
}
