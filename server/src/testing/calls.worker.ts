/** A thread that answers with its own number after a message as Node sends them under --watch, and fails, ends or never answers where the call says so. */
import { parentPort, threadId } from 'node:worker_threads'
import { serveCalls } from '#platform/lasting-thread.ts'

export type TestCall = 'answer' | 'fail' | 'exit' | 'hang'

await serveCalls<TestCall, number>(async (call) => {
  if (call === 'fail') throw Object.assign(new RangeError('It failed'), { code: 'ENOSPC' })
  if (call === 'exit') process.exit(7)
  if (call === 'hang') return new Promise<number>(() => {})
  parentPort?.postMessage({ 'watch:import': [import.meta.url] })
  return threadId
})
