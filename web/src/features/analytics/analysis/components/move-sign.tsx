/** The sign of a marked day: shape and words carry its kind, never colour. */
import { ArrowDown, ArrowUp, Gift } from 'lucide-react'
import type { Move } from '../queries/analysis.ts'

export function MoveSign({ move, isOpen }: { readonly move: Move; readonly isOpen: boolean }) {
  return (
    <span className="move-sign" data-open={isOpen || undefined} aria-hidden="true">
      {move.kind === 'unexplained' ? (
        '?'
      ) : move.kind === 'giveaway' ? (
        <Gift />
      ) : move.change < 0 ? (
        <ArrowDown />
      ) : (
        <ArrowUp />
      )}
    </span>
  )
}
