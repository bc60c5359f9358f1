/** The closed vocabulary of a room: the same file name means the same thing in every room, on the server and on the web. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const serverParts = ['routes', 'service', 'rules', 'policy', 'store', 'view', 'jobs', 'worker']
const webFiles = ['index', 'queries', 'rules', 'texts']

/** What is wrong with one file of a server room, as a sentence; undefined when it is welcome. */
export function strangeInServerRoom(room, path) {
  const pattern = new RegExp(`^(index|${room}(\\.(${serverParts.join('|')}))?)(\\.test)?\\.ts$`)
  const isPlainTest = path === `${room}.test.ts`
  if (isPlainTest || (pattern.test(path) && path !== `${room}.ts`)) return undefined
  return `a server room holds index.ts and ${room}.<part>.ts with a part of ${serverParts.join(', ')}`
}

/** The same for a web room, whose components/ are free inside. */
export function strangeInWebRoom(path) {
  if (/^components\/.+\.(tsx?|css)$/.test(path)) return undefined
  if (new RegExp(`^(${webFiles.join('|')})(\\.test)?\\.tsx?$`).test(path)) return undefined
  if (/^[a-z0-9-]+\.test\.tsx?$/.test(path)) return undefined
  return `a web room holds ${webFiles.join(', ')}, tests, and components/`
}

/** Every stranger in the rooms under `root`, as lines to print. */
export function strangersInRooms(root) {
  return [
    ...strangersIn(root, 'server/src/features', strangeInServerRoom),
    ...strangersIn(root, 'web/src/features', (_room, path) => strangeInWebRoom(path)),
  ]
}

function strangersIn(root, folder, judge) {
  return roomsIn(join(root, folder)).flatMap((room) =>
    filesUnder(join(root, folder, room)).flatMap((path) => {
      const reason = judge(room, path)
      return reason ? [`${folder}/${room}/${path}: ${reason}`] : []
    }),
  )
}

function roomsIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).map((entry) => entry.name)
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
