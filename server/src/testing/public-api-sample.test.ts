/** The sample of docs/public-api.md, as it is printed there, in a project as `npm init` makes it, against a real server. */
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { routes } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { folderOfTest } from './test-folder.ts'
import { ADMIN_PASSWORD, serverOfTest } from './test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
/** The sample knows nothing of the store. */

/** The blocks of a language behind a heading, with the name of the file that they are to be saved as. */
function blocksBehind(heading: string, language: string): { name: string; text: string }[] {
  const page = readFileSync(join(ROOT, 'docs/public-api.md'), 'utf8').split(`## ${heading}\n`)[1] ?? ''
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}(?: (.+))?\\n([\\s\\S]*?)^\`\`\``, 'gm'))
  return [...blocks].map(([, name = '', text = '']) => ({ name, text }))
}

/** npm as it runs us, or the one of this machine. */
function npm(args: string[], cwd: string) {
  const cli = process.env.npm_execpath
  const env = { ...process.env, npm_config_offline: 'true', npm_config_fund: 'false', npm_config_audit: 'false' }
  return cli && basename(cli).startsWith('npm')
    ? run(process.execPath, [cli, ...args], { cwd, env })
    : run('npm', args, { cwd, env })
}

test('the TypeScript sample of the public API runs as printed in a project made by npm init', async () => {
  const folder = folderOfTest()
  const server = await serverOfTest({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD })
  const session = await server.signIn('admin', ADMIN_PASSWORD)
  await server.ask('POST', '/api/accounts', { token: session, body: { username: 'nasa' } })
  const made = await server.ask('POST', '/api/auth/generate-api-token', { token: session, body: {} })
  const { token } = routes.apiTokens.generate.reply.parse(await made.json())

  const project = folderOfTest()
  symlinkSync(ROOT, join(project, 'tangelo'))
  const [commands] = blocksBehind('From TypeScript', 'sh')
  const lines = (commands?.text ?? '').split('\n').map((line) => line.replace(/ +#.*$/, ''))
  const steps = lines.filter((line) => line !== '').map((line) => line.split(' '))
  expect(steps.map(([program]) => program)).toEqual(['npm', 'npm'])
  for (const [, ...args] of steps) await npm(args, project)

  const [sample] = blocksBehind('From TypeScript', 'ts')
  const name = sample?.name ?? ''
  expect(name).toMatch(/^\w+\.m?ts$/)
  // Where the reader's server is.
  writeFileSync(join(project, name), sample?.text.replace('http://localhost:5000', server.address) ?? '')
  const { stdout } = await run(process.execPath, [name], {
    cwd: project,
    env: { PATH: process.env.PATH, TANGELO_TOKEN: token },
  })
  expect(stdout).toBe('nasa null\nThere is no such account\n')
})
