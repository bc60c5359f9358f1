import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, ROUTES, sheetsOf } from './routes.ts'

/**
 * Writes preloads.json: by route, the files that its page loads besides the entry. The server names them in the page, so that they
 * come along with the entry instead of after it.
 */
export function preloads(): Plugin {
  let root = ''
  return {
    name: 'tangelo-preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle({ dir = 'dist' }, bundle) {
      const loadedBy = filesOf(bundle, root)
      const entry = loadedBy([])
      const sheets = sheetsOf(entry)
      const byRoute = ROUTES.map(({ path, modules }) => {
        const further = [...loadedBy(modules)].filter((chunk) => !entry.has(chunk))
        const names = [...sheetsOf(further)].filter((name) => !sheets.has(name))
        return [path, [...further.map(({ fileName }) => fileName), ...names]]
      })
      await writeFile(join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(byRoute)))
    },
  }
}
