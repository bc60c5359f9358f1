/**
 * `npm test` asks here who knows whom, and whether rooms hold only what rooms hold. A tool that sees nothing also reports
 * no violation, so first a forbidden import is planted in the tree, must be refused, and is taken away again.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { brokenRules } from './lib/house-rules.mjs'
import { inRoot } from './lib/place.mjs'
import { strangersInRooms } from './lib/room-vocabulary.mjs'

/** Through an alias of package.json, because that is what a careless checker would not follow. */
const planted = {
  path: 'server/src/platform/planted-on-purpose.ts',
  text: "export { accountsService } from '#features/accounts/accounts.service.ts'\n",
  refusedBy: 'nothing-below-knows-rooms',
}

async function isPlantRefused() {
  writeFileSync(inRoot(planted.path), planted.text)
  const takeAway = () => rmSync(inRoot(planted.path), { force: true })
  const takeAwayAndEnd = () => {
    takeAway()
    process.exit(1)
  }
  process.once('SIGINT', takeAwayAndEnd).once('SIGTERM', takeAwayAndEnd)
  try {
    const { violations } = await brokenRules({ paths: [planted.path] })
    return violations.some(({ rule, from }) => rule === planted.refusedBy && from === planted.path)
  } finally {
    takeAway()
    process.off('SIGINT', takeAwayAndEnd).off('SIGTERM', takeAwayAndEnd)
  }
}

const complaints = []
if (!(await isPlantRefused()))
  complaints.push('A forbidden import planted on purpose was not refused: the checker is blind.')
const { modules, violations } = await brokenRules()
complaints.push(...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`))
complaints.push(...strangersInRooms(inRoot()))

for (const complaint of complaints) console.error(complaint)
console.log(`${modules} modules read, ${complaints.length} complaints`)
process.exitCode = complaints.length > 0 ? 1 : 0
