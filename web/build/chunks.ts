/**
 * Which modules share a file. A file for every shared module would cost a page dozens of requests and compress badly, because
 * small files share no dictionary.
 */
import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'
import { FRAME, FRAME_PARTS, HOME_PARTS } from './routes.ts'

const LOGIN = ['src/main.tsx', 'src/pages/login.tsx']
const HOME = [...FRAME, 'src/pages/dashboard.tsx']

const DOOR = /\/features\/([^/]+)\/index\.ts$/
const FROM_DOORS = /import \{([^}]*)\} from ["']#features\/([\w-]+)\/index\.ts["']/g
/** Like a door: it names the constants of all domains. */
const LIMITS = /\/contract\/src\/base\/limits\.ts$/
const LIMITS_NAMED = /import \{([^}]*)\} from ["']@tangelo\/contract\/limits["']/g
const DOOR_EXPORTS = /export \{([^}]*)\} from ["']\.\/([^"']+)["']/g
/** A library names what the dashboard does not use, too. */
const LATER = /\/(useQueries|queriesObserver|useMutation|mutationObserver|useBlocker)\.js$/
const LIBRARY = /\/node_modules\//
const ICON_SET = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/
const ICON = /\/lucide-react\/dist\/esm\/icons\//
const ICONS = /import \{([^}]*)\} from ["']lucide-react["']/g

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Groups: what every visitor loads; the frame with, of what the dashboard loads, the modules that other pages use too; and of what
 * both fetch once they are drawn, one file for the frame, one for the dashboard, and one of what other pages use too. The login
 * page waits for the first alone. Everything else is split as the bundler sees fit.
 */
export function groupModules(root: string): Rolldown.CodeSplittingGroup[] {
  let groups: ReadonlyMap<string, string> | null = null
  return [
    { name: 'start', tags: ['$initial'], priority: 2 },
    {
      name: (id, graph) => {
        groups ??= findGroups(graph, root)
        // In files of their own icons would be dozens of two hundred bytes.
        return groups.get(id) ?? (ICON.test(id) ? 'icons' : null)
      },
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ]
}

function findGroups(graph: Graph, root: string): ReadonlyMap<string, string> {
  const reach = (paths: readonly string[]): ReadonlySet<string> =>
    collectImports(
      graph,
      paths.map((path) => join(root, path)),
    )
  const isSharedBeyond = (id: string, known: ReadonlySet<string>): boolean =>
    ICON.test(id) || findImporters(graph, id).some((importer) => !known.has(importer))
  const home = reach(HOME)
  const login = reach(LOGIN)
  const shared = collectImports(graph, [
    ...FRAME.map((path) => join(root, path)),
    ...[...home].filter((id) => isSharedBeyond(id, home)),
  ])
  // A library names all of its modules at once: which of them the login page needs only the bundler knows.
  const workplace = new Set([...shared].filter((id) => !login.has(id) || LIBRARY.test(id)))
  const frameParts = reach(FRAME_PARTS)
  const homeParts = reach(HOME_PARTS)
  const parts = new Set([...frameParts, ...homeParts])

  const sharedParts = collectImports(
    graph,
    [...parts].filter((id) => (frameParts.has(id) && homeParts.has(id)) || isSharedBeyond(id, parts)),
  )

  const groups = new Map<string, string>()
  for (const id of parts) {
    if (home.has(id) || login.has(id) || (LIBRARY.test(id) && !ICON.test(id))) continue
    const ofOne = frameParts.has(id) ? 'frame' : 'home'
    groups.set(id, sharedParts.has(id) ? 'parts' : ofOne)
  }
  for (const id of workplace) groups.set(id, 'workplace')
  return groups
}

/**
 * The modules and all that they import, except what they import later. The door of a domain names everything the domain offers, the
 * icon set all icons and the limits those of all domains: of those it takes what a module names.
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
      if (LIMITS.test(imported)) {
        found.add(imported)
        waiting.push(...findLimits(graph, imported, code ?? ''))
      } else if (ICON_SET.test(imported)) waiting.push(...findIcons(code ?? '', dirname(imported)))
      else if (domain) waiting.push(...findBehindDoor(graph, imported, namesFrom(code ?? '', domain)))
      else waiting.push(imported)
    }
  }
  return found
}

/** Who imports the module, by itself or by a name that the door of its domain offers. */
function findImporters(graph: Graph, id: string): string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.flatMap((importer) => {
    const domain = DOOR.exec(importer)?.[1]
    return domain ? (findGuests(graph, importer, domain).get(id) ?? []) : [importer]
  })
}

const guestsOf = new Map<string, ReadonlyMap<string, string[]>>()

/** By module behind the door: who imports it. */
function findGuests(graph: Graph, door: string, domain: string): ReadonlyMap<string, string[]> {
  const known = guestsOf.get(door)
  if (known) return known
  const guests = new Map<string, string[]>()
  for (const guest of graph.getModuleInfo(door)?.importers ?? []) {
    const names = namesFrom(graph.getModuleInfo(guest)?.code ?? '', domain)
    for (const behind of findBehindDoor(graph, door, names)) guests.set(behind, [...(guests.get(behind) ?? []), guest])
  }
  guestsOf.set(door, guests)
  return guests
}

/** The limits of those domains of which the code names one. */
function findLimits(graph: Graph, limits: string, code: string): string[] {
  const names = [...code.matchAll(LIMITS_NAMED)].flatMap(([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [])
  return (graph.getModuleInfo(limits)?.importedIds ?? []).filter((id) => {
    const text = graph.getModuleInfo(id)?.code ?? ''
    return names.some((name) => new RegExp(`\\b${name}\\b`).test(text))
  })
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
