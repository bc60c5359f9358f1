import { type CSSProperties, useState } from 'react'

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

function initialsOf(username: string): string {
  const letters = username.replace(/[^a-z]/gi, '')
  return (letters || username).slice(0, 2).toUpperCase()
}

interface AvatarProps {
  readonly username: string
  /** In pixels: it is a square. */
  readonly size: number
  readonly src?: string | null | undefined
}

/** A profile's picture, or its first two letters in upper case when there is none or it cannot be shown. */
export function Avatar({ username, size, src }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const style: CSSProperties & Record<'--size' | '--tone', string> = {
    '--size': `${size}px`,
    '--tone': toneOf(username),
  }
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        initialsOf(username)
      )}
    </span>
  )
}
