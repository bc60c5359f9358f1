import type { CSSProperties } from 'react'
import { Picture } from './picture.tsx'

const TONES = [
  '0.56 0.16 43',
  '0.52 0.14 48',
  '0.47 0.11 52',
  '0.54 0.155 36',
  '0.43 0.085 50',
  '0.5 0.135 32',
  '0.53 0.125 58',
  '0.4 0.07 44',
]

/** The same name has the same tone everywhere, whatever its case. White text reaches 4.9:1 on each. */
export function toneOf(username: string): string {
  let hash = 7
  for (const character of username.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `oklch(${TONES[hash % TONES.length]})`
}

/** Names of the demo workspace share a prefix, which tells nothing apart. */
function initialsOf(username: string): string {
  const letters = username.replace(/^demo\.|[^a-z]/gi, '')
  return (letters || username).slice(0, 2).toUpperCase()
}

const LARGE = 64

interface AvatarProps {
  readonly username: string
  /** In pixels: it is a square. */
  readonly size: number
  readonly src?: string | null | undefined
}

/** A profile's picture, or its first two letters in upper case when there is none or it cannot be shown. */
export function Avatar({ username, size, src }: AvatarProps) {
  const style: CSSProperties & Record<'--size' | '--tone', string> = {
    '--size': `${size}px`,
    // spec §2: white on orange where an account is shown large; the hues tell accounts of a list apart (D48).
    '--tone': size >= LARGE ? 'var(--solid)' : toneOf(username),
  }
  return (
    <span className="avatar" style={style} aria-hidden="true">
      <Picture src={src ?? null} sizes={`${size}px`} width={size} height={size} fallback={initialsOf(username)} />
    </span>
  )
}
