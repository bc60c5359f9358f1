/** Loaded before programs that read options of their own: one that they do not know is a sentence, no stack trace. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) process.on('uncaughtException', explain)

function explain(error) {
  const isOption = typeof error?.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS')
  const { npm_lifecycle_event: script = 'bench' } = process.env
  const [sentence] = String(error?.message).split('. ')
  process.stderr.write(
    isOption
      ? `${sentence}. Usage: npm run ${script} -- NAME [options that the program’s file names]\n`
      : `${error?.stack ?? error}\n`,
  )
  process.exit(1)
}
