/** Writes what the truth bench measured to the module that the product shows; sections that did not run keep their figures. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRUTH_BENCH, type TruthBench } from '@tangelo/contract/truth-bench'
import { METHOD_VERSION } from '../../../server/src/features/analytics/analysis/rules/method.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PATH = join(ROOT, 'contract/src/analytics/truth-bench.ts')

const header = `/** Written by \`npm run bench -- analysis-truth\`, not by hand. */
import type { TruthBench } from './truth.ts'

export type { IntervalTruth, MovesTruth, NullTruth, PercentileTruth, PostingTruth, PowerTruth, TruthBench } from './truth.ts'

export const TRUTH_BENCH: TruthBench = `

export function publishTruth(measured: Partial<TruthBench>): void {
  const truth = { ...TRUTH_BENCH, ...measured, method: METHOD_VERSION }
  // Without line breaks of its own: biome then keeps a row of figures in one line.
  writeFileSync(PATH, header + JSON.stringify(truth, roundShare))
  execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', PATH], { cwd: ROOT })
}

/** Four decimals: a share of a thousand worlds has three. */
const roundShare = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
