/** What commands refuse on their line, as processes: nothing is set up, started or changed before that. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkArguments } from './arguments.mjs'
import { inRoot } from './place.mjs'
import { readArguments } from './steps.mjs'

const answerTo = (script, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot('scripts', `${script}.mjs`), ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test.each([
  ['start', ['--demos'], '--demos is not an option of npm start. Usage: npm start -- [--demo]'],
  ['dev', ['--port=80'], '--port is not an option of npm run dev. Usage: npm run dev'],
  ['build', ['-w'], '-w is not an option of npm run build. Usage: npm run build'],
  ['doctor', ['all'], 'npm run doctor does not take “all”. Usage: npm run doctor'],
  [
    'audit',
    ['--entries', '1'],
    '--entries is not an option of npm run audit. Usage: npm run audit -- [--entry NUMBER:HASH] [--months FOLDER|bucket]',
  ],
  [
    'import',
    ['one.csv', '--dry'],
    '--dry is not an option of npm run import. Usage: npm run import -- FILE [--company ID]',
  ],
  ['backup', ['one', 'two'], 'npm run backup does not take “two”. Usage: npm run backup -- FILE'],
  ['restore', ['--force', 'one'], '--force is not an option of npm run restore. Usage: npm run restore -- FILE'],
])('npm run %s with %j is refused in one sentence', (script, args, sentence) => {
  expect(answerTo(script, ...args)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` })
})

test.each(
  Object.entries(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts).filter(
    ([name]) => !['test', 'bench', 'trials'].includes(name),
  ),
)('npm run %s begins on a Node that is too old for TypeScript', (_, line) => {
  const [, file] = /^exec node (scripts\/\S+)$/.exec(line) ?? []
  const { stderr } = spawnSync(process.execPath, ['--no-experimental-strip-types', inRoot(file), '--x'], {
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^--x is not an option of npm /)
})

test.each([
  ['trials', 'crash'],
  ['bench', 'api'],
])('an option that npm run %s -- %s does not know is a sentence, no stack trace', (script, name) => {
  const { status, stderr } = answerTo(script, name, '--rouns', '3')
  expect(stderr).toMatch(/^Unknown option '--rouns'\. Usage: npm run /m)
  expect(status).toBe(1)
})

test('npm test refuses options that it does not know', () => {
  expect(() => readArguments(['--onyl', 'web'])).toThrow('--onyl is not an option of npm test.')
})

test.each([[['figures.csv']], [['figures.csv', '--company', '3']], [['--company=3', 'figures.csv']]])(
  '%j is taken',
  (argv) => {
    const usage = 'npm run import -- FILE [--company ID]'
    expect(() => checkArguments(usage, { valued: ['company'], files: 1, argv })).not.toThrow()
  },
)
