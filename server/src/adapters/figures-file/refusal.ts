/** Why one row or item is not taken: a sentence for the person who brought the file. A value, not an exception: files have many. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const SHOWN_LENGTH = 40

/** A value as a reason shows it: quoted, on one line, never longer than a few words. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value)
  }
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}
