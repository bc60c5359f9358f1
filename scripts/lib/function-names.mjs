/** Finds functions whose name begins with a participle (`shown`, `parsedLine`): functions begin with a verb. */
import ts from 'typescript'
import { complaintsOf, parseSource } from './source-files.mjs'

const participle = `(?!(?:bleed|breed|embed|exceed|feed|need|proceed|seed|speed|succeed)(?![a-z]))(?:[a-z]+ed|${[
  'begun|bound|bought|broken|brought|built|caught|chosen|done|drawn|driven|fallen|found|frozen|given|gone|grown|heard|held',
  'hidden|kept|known|laid|led|left|lent|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|spoken|taken|thrown|told',
  'understood|won|written',
].join('|')})(?![a-z])`
const isParticiple = new RegExp(`^${participle}`)
/** Parsing every file takes seconds. */
const isWorthParsing = new RegExp(`\\b(?:function\\s*\\*?|const)\\s+${participle}`)

/** Functions named after the failure that they make, and factories, which are nouns. */
const names = new Set([
  ...['changedMeanwhile', 'declined', 'gone', 'limited', 'outdated', 'refused', 'takenOver', 'unchecked', 'unexpected'],
  ...['unsupportedMediaType'],
  ...['addedConnections', 'boundOf', 'boundedCache', 'builtInAi', 'claimedBlobs', 'drawnFrames', 'fixedConnections'],
  ...['foundAccounts', 'foundClients', 'foundDrafts', 'foundPeople', 'foundReels', 'guardedCall', 'guardedFetch'],
  ...['keptSumsStore', 'keptUploads', 'lockedChanges', 'ownedStore', 'pulledPages', 'queuedKinds', 'seededRandom'],
  ...['seenPublications', 'sentMedia', 'sentMediaRoutes', 'sentMediaStore', 'shownMedia', 'shownReports'],
  ...['shownSchedules', 'signedIn', 'switchedOffWebhooks', 'throttledLog', 'unplannedPosts'],
])

/** What is wrong with the names of a file's functions, as lines to print. Migrations keep theirs. */
export function findParticiples(path, text) {
  if (/\/migrations\//.test(path) || !isWorthParsing.test(text)) return []
  const source = parseSource(path, text)
  /** @type {string[]} */
  const complaints = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = nameOfFunction(node)
    if (name && isParticiple.test(name.text) && !names.has(name.text)) {
      const line = source.getLineAndCharacterOfPosition(name.getStart()).line + 1
      complaints.push(`${path}:${line}: begin the name of a function with a verb instead of "${name.text}"`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return complaints
}

/** @type {(node: ts.Node) => ts.Identifier | undefined} */
function nameOfFunction(node) {
  if (ts.isFunctionDeclaration(node)) return node.name
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return undefined
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer) ? node.name : undefined
}

/** The same for the workspaces and scripts. */
export const listParticiples = () => complaintsOf(findParticiples)
