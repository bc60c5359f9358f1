/** Commands that choose one of several programs by name: `npm run bench -- api` runs bench/src/api.ts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { become } from './children.mjs'
import { asTyped, inRoot } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

/** Becomes the named program of a folder, or lists what there is. A program is a .ts file directly in the folder. */
export async function runProgram({ folder, script, argv }) {
  const names = programsIn(inRoot(folder))
  const [name, ...args] = argv
  const list = names.length > 0 ? names.map((known) => `  npm run ${script} -- ${known}`).join('\n') : '  none yet'
  if (!name) return say(`What can be run:\n${list}`)
  if (!names.includes(name)) throw new CannotGoOn(`There is no ${script} called ${name}. What can be run:\n${list}`)
  const explaining = new URL('./explain-options.mjs', import.meta.url).href
  await become([
    '--import',
    explaining,
    '--disable-warning=ExperimentalWarning',
    join(folder, `${name}.ts`),
    ...args.map(asTyped),
  ])
}

function programsIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.worker.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
}
