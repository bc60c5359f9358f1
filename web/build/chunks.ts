/**
 * Which modules share a file. A file for every shared module would cost a page dozens of requests and compress badly, because
 * small files share no dictionary.
 */
import { join } from 'node:path'
import type { Rolldown } from 'vite'

const LOGIN = ['src/main.tsx', 'src/pages/login.tsx']
const HOME = ['src/app/signed-in.tsx', 'src/app/shell.tsx', 'src/pages/dashboard.tsx']

const DOOR = /\/features\/[^/]+\/index\.ts$/

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Two groups: what every visitor loads, and, of what the dashboard loads, the modules that other pages use too. The login
 * page never waits for the second. Everything else is split as the bundler sees fit.
 */
export function groupModules(root: string): Rolldown.CodeSplittingGroup[] {
  let shared: ReadonlySet<string> | null = null
  const findShared = (graph: Graph): ReadonlySet<string> => {
    const login = collectImports(graph, root, LOGIN)
    return new Set([...collectImports(graph, root, HOME)].filter((id) => !login.has(id)))
  }
  return [
    { name: 'start', tags: ['$initial'], priority: 2 },
    {
      name: (id, graph) => {
        shared ??= findShared(graph)
        return shared.has(id) ? 'workplace' : null
      },
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ]
}

/**
 * The modules and all that they import, except what they import later. It does not pass through the door of a domain, which names
 * everything the domain offers: what a page takes from there is found by its other imports, or stays with the page.
 */
function collectImports(graph: Graph, root: string, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = paths.map((path) => join(root, path))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || DOOR.test(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
