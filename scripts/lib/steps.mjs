/** Runs the steps of `npm test`, some at a time, each with its name, its time, and its output where it failed. */
import { CannotGoOn } from './say.mjs'

/**
 * `steps` are `{ name, run }`, where `run()` answers `{ results, output, note, slowest }` or throws; `results` are
 * `{ name, state }`. A step that throws is one failed result; after `signal` is aborted no further one begins. Answers all
 * results, in the order of the steps.
 *
 * @param {{ name: string, run: () => Promise<any> }[]} steps
 * @param {{ atATime?: number, signal?: AbortSignal, write?: (text: string) => unknown }} options
 */
export async function runSteps(steps, { atATime = 1, signal, write = (text) => process.stdout.write(text) } = {}) {
  const collected = new Array(steps.length)
  let next = 0
  const worker = async () => {
    while (next < steps.length && !signal?.aborted) {
      const index = next
      next += 1
      collected[index] = await runStep(steps[index], write)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, steps.length) }, worker))
  return collected.flat()
}

async function runStep({ name, run }, write) {
  const since = performance.now()
  let outcome
  try {
    outcome = await run()
  } catch (error) {
    outcome = { results: [{ name, state: 'failed' }], output: error.stack ?? String(error) }
  }
  const { results, output = '', note = '', slowest = [] } = outcome
  const hasFailed = results.some(({ state }) => state === 'failed')
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  write(`${hasFailed ? '✗' : '✓'} ${name}${note ? `: ${note}` : ''} (${seconds} s)\n`)
  if (slowest.length > 1) write(`  slowest files:\n${slowest.map((line) => `    ${line}\n`).join('')}`)
  if (hasFailed && output.trim()) write(`${output.trim().replace(/^/gm, '    ')}\n`)
  return results
}

/** Whether a step was chosen: by its own name, by its group, or because none was named. */
export function isAskedFor(only, ...names) {
  return only.length === 0 || names.some((name) => only.includes(name))
}

/** `--only a,b` (also `--only=a,b`, also repeated); the rest are names of test files. */
export function readArguments(argv) {
  const only = []
  const files = []
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at]
    if (argument === '--only') only.push(...names(argv[++at] ?? ''))
    else if (argument.startsWith('--only=')) only.push(...names(argument.slice('--only='.length)))
    else if (argument.startsWith('-'))
      throw new CannotGoOn(`${argument} is not an option of npm test. Usage: npm test -- [--only PARTS] [TEST FILES]`)
    else files.push(argument)
  }
  return { only, files }
}

const names = (list) => list.split(',').filter(Boolean)
