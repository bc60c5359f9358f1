/**
 * The request on whose behalf something is being done, also after awaits: so that its id gets into the jobs that it enqueues and the
 * lines that they log, without every function in between passing it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | null>()

/** `id` null: for no request, whichever one happened to start it. */
export const onBehalfOf = <Result>(id: string | null, work: () => Result): Result => current.run(id, work)

export const currentRequestId = (): string | null => current.getStore() ?? null
