/**
 * Which modules share a file. A file for every shared module would cost a page dozens of requests and compress badly, because
 * small files share no dictionary.
 */
import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'

const LOGIN = ['src/main.tsx', 'src/pages/login.tsx']
/** The frame of every signed-in page. */
const FRAME = ['src/app/route-guard.tsx', 'src/app/shell.tsx']
const HOME = [...FRAME, 'src/pages/dashboard.tsx']

const DOOR = /\/features\/([^/]+)\/index\.ts$/
const FROM_DOORS = /import \{([^}]*)\} from ["']#features\/([\w-]+)\/index\.ts["']/g
const DOOR_EXPORTS = /export \{([^}]*)\} from ["']\.\/([^"']+)["']/g
/** A library names what the dashboard does not use, too. */
const LATER = /\/(useQueries|queriesObserver|useMutation|mutationObserver|useBlocker)\.js$/
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
 * The modules and all that they import, except what they import later. The door of a domain names everything the domain offers, and
 * the icon set all icons: of those it takes what a module names.
 */
function collectImports(graph: Graph, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || LATER.test(id)) continue
    found.add(id)
    const { code, importedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) {
      const domain = DOOR.exec(imported)?.[1]
      if (ICON_SET.test(imported)) waiting.push(...findIcons(code ?? '', dirname(imported)))
      else if (domain) waiting.push(...findBehindDoor(graph, imported, namesFrom(code ?? '', domain)))
      else waiting.push(imported)
    }
  }
  return found
}

function findIcons(code: string, folder: string): string[] {
  const names = [...code.matchAll(ICONS)].flatMap(([, list = '']) => list.match(/[A-Z]\w*/g) ?? [])
  return names.map((name) => `${folder}/icons/${name.replace(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase()}.mjs`)
}

/** `a` and `b as c` are taken by the names a and b. */
function namesFrom(code: string, domain: string): ReadonlySet<string> {
  const lists = [...code.matchAll(FROM_DOORS)].flatMap(([, list = '', from]) => (from === domain ? [list] : []))
  return new Set(lists.flatMap((list) => list.split(',').map((name) => name.trim().split(' as ')[0] ?? '')))
}

function findBehindDoor(graph: Graph, door: string, names: ReadonlySet<string>): string[] {
  const rows = [...(graph.getModuleInfo(door)?.code ?? '').matchAll(DOOR_EXPORTS)]
  return rows.flatMap(([, list = '', path = '']) =>
    list.split(',').some((name) => names.has(name.trim().split(' as ').at(-1) ?? ''))
      ? [join(dirname(door), path)]
      : [],
  )
}
