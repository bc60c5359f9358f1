/** Words that a standard term has replaced. `remains` are the paths where a stored or public name is still such a word. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, workspaces } from './place.mjs'

/** A column of table records, a name in the vendor's samples, and an example of what not to write. */
const storedAsTold =
  /^(docs\/voice\.md|server\/src\/(features\/content-sync\/(pull\/service\/store-pages|push\/push\.service|settings\/store\/records|attachments\/attachments\.store)|platform\/database\/tables\/content|adapters\/publishing\/samples\.refusals\.test)\.ts)$/

/** The key under which wrong codes are counted. */
const storedAsSecondStep = /^server\/src\/features\/identity\/(auth\/auth|two-factor\/two-factor)\.service\.ts$/

/** A column and a field of stored JSON. */
const storedAsWish =
  /^server\/src\/(platform\/database\/tables\/money|features\/billing\/subscriptions\/service\/operations|adapters\/payments\/sandbox-(account|operations))\.ts$/

const rows = [
  { old: /\b(kept-answers|keptAnswers?|KeptAnswers)\b/, use: 'idempotency keys' },
  { old: /\b(sign-in-attempts|[sS]ignInAttempts|guesserAt)\b/, use: 'login throttle' },
  { old: /\b(token-limits|tokenLimits\w*|Passage)\b/, use: 'rate limit' },
  { old: /\brecentAnswers\b/, use: 'cache with single flight' },
  { old: /\b[dD]oer\b/, use: 'actor' },
  { old: /\bReadyJson\b/, use: 'pre-rendered JSON' },
  { old: /\b(whileAsked|hungUp)\b/, use: 'abortOnDisconnect, client closed' },
  { old: /\bPageGuest\b/, use: 'CSP origins' },
  { old: /\b(house rules|front-door)\b/, use: 'architecture rules' },
  { old: /\b(keptErrors?|KeptErrors\w*|kept errors)\b/, use: 'error log' },
  { old: /\b[sS]econd steps?\b/, use: 'two-factor', remains: storedAsSecondStep },
  { old: /\b(confirmations\b|Confirmed\b(?=[>,)]|\s=))/, use: 're-authentication' },
  { old: /\b(first-start|firstStart)\b/, use: 'bootstrap' },
  { old: /\blook\(\)/, use: 'poll' },
  { old: /\b(lendTurns|[wW]riteTurns)\b/, use: 'write lock' },
  { old: /\b(GiveUp|RunLater)\b/, use: 'PermanentError, RetryAt' },
  { old: /\b(Happening|Announcement)\b/, use: 'DomainEvent' },
  { old: /\btidy\b/, use: 'purge, clean up' },
  { old: /\b([sS]ealer|SealBroken)\b/, use: 'encryption, DecryptionError' },
  { old: /\b(answerPieces|piecesOf|[pP]ieceLength|PIECE_BYTES)\b/, use: 'chunks, stream' },
  { old: /\b(\w+Wish(es)?|isAsWished)\b/, use: 'query, options, request' },
  { old: /\bpace: ProviderQuotasService\b/, use: 'quotas' },
  {
    // Not the account `nobody.here` of the vendor's samples.
    old: /\b([wW]hoever|[sS]omebody|[nN]obody)\b(?!\\?\.\w)/,
    use: 'client, user, worker, administrator',
  },
  {
    old: /\b[tT]old\b/,
    use: 'a verb with its actor: returns, shows, reports',
    remains: storedAsTold,
  },
  { old: /\b[wW]ish(es|ed)?\b/, use: 'request, options', remains: storedAsWish },
  { old: /\b([rR]eckoned|Reckoning)\b/, use: 'computed' },
  { old: /\b(subscriptionReadings?|SubscriptionReadings|subscription-readings)\b/, use: 'subscription sync' },
  { old: /\bfirstWords\b/, use: 'truncate' },
  { old: /\b(gatherer|useOneAtATime|useCarry)\b/, use: 'throttle, useSingleFlight, useDragToDay' },
  { old: /\b(Wired|wire[A-Z]\w+)\b/, use: 'composition' },
]

/** What is wrong with the words of a file, as lines to print. */
export function findReplacedWords(path, text) {
  return rows.flatMap(({ old, use, remains }) => {
    const [word] = remains?.test(path) ? [] : (old.exec(text) ?? [])
    return word ? [`${path}: say "${use}" instead of "${word}"`] : []
  })
}

const folders = [...workspaces.map((workspace) => `${workspace}/src`), 'e2e/tests', 'e2e/support', 'docs', 'scripts']
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** The same for sources, tests, scripts and docs under `baseDir`. Migrations keep stored words; the checks of words name them all. */
export function findReplacedWordsIn(baseDir = root) {
  const files = folders
    .filter((folder) => existsSync(join(baseDir, folder)))
    .flatMap((folder) =>
      readdirSync(join(baseDir, folder), { withFileTypes: true, recursive: true })
        .filter(
          (entry) => entry.isFile() && /\.(tsx?|mjs|md)$/.test(entry.name) && !/migrations$/.test(entry.parentPath),
        )
        .map((entry) => join(entry.parentPath, entry.name).slice(baseDir.length + 1))
        .filter((path) => !/^scripts\/lib\/(words|function-names)\./.test(path)),
    )
  return [...files, ...pages.filter((path) => existsSync(join(baseDir, path)))].flatMap((path) =>
    findReplacedWords(path, readFileSync(join(baseDir, path), 'utf8')),
  )
}
