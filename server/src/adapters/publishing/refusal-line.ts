/** One line of the contract's error table (refusals.ts). */
import type { NextStep, Refusal, RefusalReason } from '#ports/publishing-outcome.ts'
import type { Fits } from './vendor-error.ts'

export interface Line {
  fits: Fits
  reason: RefusalReason
  step: NextStep
  holds: Refusal['holds']
  message: string
}

type Rest = Omit<Line, 'fits' | 'reason'>

export const item = (step: NextStep, message: string): Rest => ({ step, holds: 'item', message })
export const account = (step: NextStep, message: string): Rest => ({ step, holds: 'account', message })
export const installation = (step: NextStep, message: string): Rest => ({ step, holds: 'installation', message })

export const line = (reason: RefusalReason, fits: Fits, rest: Rest): Line => ({
  reason,
  fits,
  step: rest.step,
  holds: rest.holds,
  message: rest.message,
})

export const AGAIN = 'It is tried again by itself.'
