/**
 * The closed vocabulary of features/: a domain holds index.ts, README.md and parts; the same file name means the same thing
 * in every part. A role that outgrows one file becomes a folder named after it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const serverRoles = ['routes', 'service', 'rules', 'policy', 'store', 'view', 'jobs', 'worker']
const webRoles = ['queries', 'rules', 'texts']

const serverSentence = `a server part holds <part>.<role>.ts or a folder <role>/ (roles: ${serverRoles.join(', ')}), and tests`
const webSentence = `a web part holds ${webRoles.join('.ts, ')}.ts or a folder of that name, components/, its CSS, and tests`
const domainSentence = 'a domain holds one index.ts, one README.md, and parts'

/** What is wrong with a file of features/, given its path below it, as a sentence; undefined when it belongs there. */
export function judgeServerFile(path) {
  return judgeFile(path, serverSentence, ({ part, rest }) => {
    const [first] = rest.split('/')
    if (rest.includes('/')) return serverRoles.includes(first) && /\.ts$/.test(rest)
    if (new RegExp(`^${part}(\\.[a-z0-9-]+)*\\.test\\.ts$`).test(rest)) return true
    return new RegExp(`^${part}\\.(${serverRoles.join('|')})\\.ts$`).test(rest)
  })
}

/** The same for the web. */
export function judgeWebFile(path) {
  return judgeFile(path, webSentence, ({ rest }) => {
    const [first] = rest.split('/')
    if (rest.includes('/')) return ['components', ...webRoles].includes(first) && /\.(tsx?|css)$/.test(rest)
    if (/^[a-z0-9-]+(\.test\.tsx?|\.css)$/.test(rest)) return true
    return new RegExp(`^(${webRoles.join('|')})\\.ts$`).test(rest)
  })
}

function judgeFile(path, sentence, isWelcome) {
  const [, part, ...rest] = path.split('/')
  if (rest.length === 0) return ['index.ts', 'README.md'].includes(part) ? undefined : domainSentence
  return isWelcome({ part, rest: rest.join('/') }) ? undefined : sentence
}

/** Every misplaced file under `root`, as lines to print. */
export function listMisplacedFiles(root) {
  return [
    ...listMisplacedIn(root, 'server/src/features', judgeServerFile),
    ...listMisplacedIn(root, 'web/src/features', judgeWebFile),
  ]
}

function listMisplacedIn(root, folder, judge) {
  return filesUnder(join(root, folder)).flatMap((path) => {
    const reason = judge(path)
    return reason ? [`${folder}/${path}: ${reason}`] : []
  })
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
