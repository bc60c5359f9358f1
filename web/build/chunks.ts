/**
 * Which modules share a file. A file for every shared module would cost a page dozens of requests and compress badly, because
 * small files share no dictionary.
 */
import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'

const LOGIN = ['src/main.tsx', 'src/pages/login.tsx']
/** The frame of every signed-in page; the list in it comes through the door of its domain. */
const FRAME = [
  'src/app/signed-in.tsx',
  'src/app/shell.tsx',
  'src/features/analytics/accounts/components/sidebar-accounts.tsx',
]
const HOME = [...FRAME, 'src/pages/dashboard.tsx']

const DOOR = /\/features\/[^/]+\/index\.ts$/
/** A library names what the dashboard does not use, too. */
const LATER = /\/(useQueries|queriesObserver)\.js$/
const LIBRARY = /\/node_modules\//
const ICON_SET = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/
const ICON = /\/lucide-react\/dist\/esm\/icons\//
const ICONS = /import \{([^}]*)\} from ["']lucide-react["']/g

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Two groups: what every visitor loads; and the frame with, of what the dashboard loads, the modules that other pages use too.
 * The login page never waits for the second. Everything else is split as the bundler sees fit.
 */
export function groupModules(root: string): Rolldown.CodeSplittingGroup[] {
  let workplace: ReadonlySet<string> | null = null
  return [
    { name: 'start', tags: ['$initial'], priority: 2 },
    {
      name: (id, graph) => {
        workplace ??= findWorkplace(graph, root)
        return workplace.has(id) ? 'workplace' : null
      },
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ]
}

function findWorkplace(graph: Graph, root: string): ReadonlySet<string> {
  const pathsIn = (paths: readonly string[]): string[] => paths.map((path) => join(root, path))
  const home = collectImports(graph, pathsIn(HOME))
  const isSharedBeyond = (id: string): boolean =>
    ICON.test(id) || (graph.getModuleInfo(id)?.importers ?? []).some((importer) => !home.has(importer))
  const shared = collectImports(graph, [...pathsIn(FRAME), ...[...home].filter(isSharedBeyond)])
  const login = collectImports(graph, pathsIn(LOGIN))
  // A library names all of its modules at once: which of them the login page needs only the bundler knows.
  return new Set([...shared].filter((id) => !login.has(id) || LIBRARY.test(id)))
}

/**
 * The modules and all that they import, except what they import later. It does not pass through the door of a domain, which names
 * everything the domain offers: what a page takes from there is found by its other imports, or stays with the page.
 * Of the icon set it takes the icons that a module names.
 */
function collectImports(graph: Graph, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || DOOR.test(id) || LATER.test(id)) continue
    found.add(id)
    const { code = '', importedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) {
      if (ICON_SET.test(imported)) waiting.push(...findIcons(code ?? '', dirname(imported)))
      else waiting.push(imported)
    }
  }
  return found
}

function findIcons(code: string, folder: string): string[] {
  const names = [...code.matchAll(ICONS)].flatMap(([, list = '']) => list.match(/[A-Z]\w*/g) ?? [])
  return names.map((name) => `${folder}/icons/${name.replace(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase()}.mjs`)
}
