/** For tests of items of Apify: what is read of one, or the reason why it is refused. */
import type { FiguresReading } from '#ports/figures-file.ts'
import { apifyReading } from '../apify-item.ts'
import { Refusal } from '../fields.ts'
import { presentAt } from '../moments.ts'
import { NOW } from './read-content.ts'

const present = presentAt(NOW, 'UTC')

export function reading(item: unknown): FiguresReading {
  const read = apifyReading(item, present)
  if (read instanceof Refusal) throw new Error(read.reason)
  return read
}

export function reason(item: unknown): string {
  const read = apifyReading(item, present)
  return read instanceof Refusal ? read.reason : 'was read'
}
