/** One command of the palette, and who may give it. */
import type { Role } from '@tangelo/contract/limits'
import type { ReactNode } from 'react'
import type { PageAction } from '#lib/page-action.ts'

export interface Command {
  readonly key: string
  readonly title: string
  /** Other words that find it. */
  readonly words?: string
  readonly icon: ReactNode
  /** Single keys, one after the other. */
  readonly keys?: readonly string[]
  readonly href?: string
  readonly action?: PageAction
  readonly run?: () => void
}

export interface Listed extends Command {
  readonly roles?: readonly Role[]
}

export const PLANNERS: readonly Role[] = ['admin', 'pro']
export const ADMINS: readonly Role[] = ['admin']

export const forRole = (role: Role, listed: readonly Listed[]): Command[] =>
  listed.filter(({ roles }) => roles === undefined || roles.includes(role))
