/** What the files of backups are called. Pure. */
import type { Backup } from '@tangelo/contract'

/** In the order of their making, and welcome on every disk: 'tangelo-2026-11-20-09-00-00.tar'. */
export const nameOf = (madeAt: number): string =>
  `tangelo-${new Date(madeAt).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')}.tar`

/** Null for what is no backup. */
export function kindOf(name: string): Backup['kind'] | null {
  if (/^tangelo-[\d-]+\.tar$/.test(name)) return 'whole'
  return /^tangelo\.sqlite\.before-.+\.bak$/.test(name) ? 'store' : null
}

export const isLeftover = (name: string): boolean => /^tangelo-[\d-]+\.tar\.part(-|$)/.test(name)
