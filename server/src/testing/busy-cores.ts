/** A machine without idle time: every core also runs three threads that never pause. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

const THREADS_PER_CORE = 3

/** Keeps the cores busy while `work` lasts. */
export async function withBusyCores<T>(work: () => Promise<T>): Promise<T> {
  const threads = Array.from(
    { length: availableParallelism() * THREADS_PER_CORE },
    () => new Worker('for (;;);', { eval: true }),
  )
  try {
    return await work()
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
