/** Pure decisions of two-factor sign-in. */
import { ApiError, readServerField, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

/** From here on, making new recovery codes is suggested. */
export const FEW_CODES = 3

/** In groups of four, as people read and type it. */
export const readableKey = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** What a refusal says, in the server's words where it has some. */
export function refusalText(error: unknown): string {
  return (error instanceof ApiError ? readServerMessage(error) : undefined) ?? texts.unreachable
}

/** The code came too late: the user enters the password again. */
export const isOver = (error: unknown): boolean => readServerField(error, 'error') === 'second_step_over'

/** The dark squares of a picture as one path, each a unit wide. */
export function pathOf(squares: readonly (readonly boolean[])[]): string {
  return squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
}
