/** Steps that have nothing to do with one another: one that fails keeps none of the others from being taken. */
import { isStoreFault } from '#platform/database/store-faults.ts'

/** Throws what a step threw, and what several did together. Where the store is away, the rest is left for the next time. */
export async function oneByOne(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      if (isStoreFault(error)) throw error
      errors.push(error)
    }
  if (errors.length > 1) throw new AggregateError(errors, errors.map((error) => (error as Error).message).join('; '))
  if (errors.length === 1) throw errors[0]
}
