/** Words that a standard term has replaced. A row that still `remains` somewhere is not refused yet. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, workspaces } from './place.mjs'

const rows = [
  { old: /\b(kept-answers|keptAnswers?|KeptAnswers)\b/, use: 'idempotency keys' },
  { old: /\b(sign-in-attempts|[sS]ignInAttempts|guesserAt)\b/, use: 'login throttle' },
  { old: /\b(token-limits|tokenLimits\w*|Passage)\b/, use: 'rate limit' },
  { old: /\brecentAnswers\b/, use: 'cache with single flight' },
  { old: /\bDoer\b/, use: 'actor' },
  { old: /\bReadyJson\b/, use: 'pre-rendered JSON' },
  { old: /\b(whileAsked|hungUp)\b/, use: 'abortOnDisconnect, client closed' },
  { old: /\bPageGuest\b/, use: 'CSP origins' },
  { old: /\b(house rules|front-door)\b/, use: 'architecture rules' },
  { old: /\b(keptErrors?|KeptErrors\w*|kept errors)\b/, use: 'error log', remains: true },
  { old: /\b([sS]econdStep|second steps?)\b/, use: 'two-factor', remains: true },
  { old: /\b(confirmations|Confirmed)\b/, use: 're-authentication', remains: true },
  { old: /\b(first-start|firstStart)\b/, use: 'bootstrap', remains: true },
  { old: /\blook\(\)/, use: 'poll', remains: true },
  { old: /\b(lendTurns|[wW]riteTurns)\b/, use: 'write lock', remains: true },
  { old: /\b(GiveUp|RunLater)\b/, use: 'PermanentError, RetryAt', remains: true },
  { old: /\b(Happening|Announcement)\b/, use: 'DomainEvent', remains: true },
  { old: /\btidy\b/, use: 'purge, clean up', remains: true },
  { old: /\b([sS]ealer|SealBroken)\b/, use: 'encryption, DecryptionError', remains: true },
  { old: /\b(answerPieces|pieces)\b/, use: 'chunks, stream', remains: true },
  { old: /\bfirstWords\b/, use: 'truncate', remains: true },
  { old: /\b(gatherer|useOneAtATime|useCarry)\b/, use: 'throttle, useSingleFlight, useDragToDay', remains: true },
  { old: /\b(wire-[a-z]+|Wired|wire[A-Z]\w+)\b/, use: 'composition', remains: true },
]

/** What is wrong with the words of a file, as lines to print. */
export function replacedWords(path, text) {
  return rows.flatMap(({ old, use, remains }) => {
    const [word] = remains ? [] : (old.exec(text) ?? [])
    return word ? [`${path}: say "${use}" instead of "${word}"`] : []
  })
}

/** The same for the sources of all workspaces under `baseDir`. Migrations keep the words that were stored. */
export function replacedWordsIn(baseDir = root) {
  return workspaces
    .filter((workspace) => existsSync(join(baseDir, workspace, 'src')))
    .flatMap((workspace) =>
      readdirSync(join(baseDir, workspace, 'src'), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|md)$/.test(entry.name) && !/migrations$/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
        .flatMap((path) => replacedWords(path.slice(baseDir.length + 1), readFileSync(path, 'utf8'))),
    )
}
