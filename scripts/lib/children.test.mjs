/** Signals reach the program that was started, once, and a program does not outlive the npm that started it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = (name) => JSON.stringify(new URL(name, import.meta.url).href)
const startModule = (code) =>
  spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'test' },
  })

/** Says hello, counts its signals, and ends a moment after the first, so that an echo would be seen. */
const counter = `
  let count = 0
  process.on('SIGINT', () => {
    count += 1
    if (count === 1) setTimeout(() => { console.log('signals', count); process.exit(7) }, 300)
  })
  setInterval(() => undefined, 1000)
  console.log('ready')
`

/** Reads on until the text has come; the stream can be read further afterwards. */
async function lineWith(output, text) {
  let seen = ''
  while (!seen.includes(text)) {
    const { done, value } = await output.next()
    if (done) throw new Error(`The output ended without "${text}": ${seen}`)
    seen += value
  }
  return seen
}

test('Ctrl+C and its echo are one signal, and the exit code comes back', async () => {
  const parent = startModule(`
    import { attend } from ${module('./children.mjs')}
    process.exit(await attend(process.execPath, ['-e', ${JSON.stringify(counter)}]))
  `)
  const exit = once(parent, 'exit')
  const output = parent.stdout[Symbol.asyncIterator]()
  await lineWith(output, 'ready')
  parent.kill('SIGINT')
  parent.kill('SIGINT')
  expect(await lineWith(output, 'signals')).toContain('signals 1')
  expect(await exit).toEqual([7, null])
})

test('a program ends with SIGTERM when what npm started it with is gone', async () => {
  const program = `
    process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0) })
    setInterval(() => undefined, 1000)
    console.log('ready')
  `
  const between = startModule(`
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--import', ${module('./end-with-parent.mjs')}, '-e', ${JSON.stringify(program)}], {
      stdio: 'inherit',
    })
  `)
  const output = between.stdout[Symbol.asyncIterator]()
  await lineWith(output, 'ready')
  between.kill('SIGKILL')
  expect(await lineWith(output, 'asked to end')).toContain('asked to end')
})
