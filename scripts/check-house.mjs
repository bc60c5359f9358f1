/**
 * The architecture check of `npm test`: which files import which, and what a part may hold. A checker that sees nothing also
 * reports no violation, so first a forbidden import is planted in a temporary copy and must be refused there.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkArchitecture } from './lib/architecture-rules.mjs'
import { listMisplacedFiles } from './lib/file-vocabulary.mjs'
import { listParticiples } from './lib/function-names.mjs'
import { inRoot } from './lib/place.mjs'
import { spreadLiterals } from './lib/spread-literals.mjs'
import { findReplacedWordsIn } from './lib/words.mjs'

/** Through an alias of package.json, because that is what a careless checker would not follow. */
const planted = {
  path: 'server/src/platform/planted-on-purpose.ts',
  text: "export { accessService } from '#features/core/index.ts'\n",
  refusedBy: 'nothing-below-knows-features',
}

async function isPlantRefused() {
  const copy = mkdtempSync(join(tmpdir(), 'tangelo-planted-'))
  try {
    for (const path of ['server/package.json', 'server/src/features/core'])
      cpSync(inRoot(path), join(copy, path), { recursive: true })
    symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'))
    mkdirSync(dirname(join(copy, planted.path)), { recursive: true })
    writeFileSync(join(copy, planted.path), planted.text)
    const { violations } = await checkArchitecture({ baseDir: copy, paths: [planted.path] })
    return violations.some(({ rule, from }) => rule === planted.refusedBy && from === planted.path)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const complaints = []
if (!(await isPlantRefused()))
  complaints.push('A forbidden import planted on purpose was not refused: the checker is blind.')
const { modules, violations } = await checkArchitecture()
complaints.push(...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`))
complaints.push(...listMisplacedFiles(inRoot()))
complaints.push(...spreadLiterals(), ...listParticiples(), ...findReplacedWordsIn())

for (const complaint of complaints) console.error(complaint)
console.log(`${modules} modules read, ${complaints.length} complaints`)
process.exitCode = complaints.length > 0 ? 1 : 0
