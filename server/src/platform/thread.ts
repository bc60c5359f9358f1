/** One piece of work in a thread of its own: `answerFromThread` inside it, `answerOf` outside. */
import { parentPort, type Worker } from 'node:worker_threads'

type Message<Answer> = { progress: number } | { answer: Answer } | { thrown: object }

/** Posts what the work answers or throws. */
export async function answerFromThread(work: (onProgress: (share: number) => void) => unknown): Promise<void> {
  const post = (message: Message<unknown>) => parentPort?.postMessage(message)
  try {
    post({ answer: await work((progress) => post({ progress })) })
  } catch (error) {
    post({ thrown: asThrown(error) })
  }
}

/** An error loses its name on its way between threads, and the codes by which a full disk and a damaged store are known. */
export function asThrown(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    name: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    ...('errcode' in error && { errcode: error.errcode }),
  }
}

/** Throws what the work threw, by its name, message and codes, and an error where the thread ends before it has answered. */
export function answerOf<Answer>(worker: Worker, what: string, onProgress?: (share: number) => void): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  worker.on('message', (message: Message<Answer>) => {
    if ('progress' in message) onProgress?.(message.progress)
    else if ('answer' in message) resolve(message.answer)
    // Node names the files of a thread under --watch by messages of its own.
    else if ('thrown' in message) reject(Object.assign(new Error(), message.thrown))
  })
  worker.on('error', reject)
  worker.on('exit', (code) => reject(new Error(`${what} ended early (exit code ${code})`)))
  return promise
}
