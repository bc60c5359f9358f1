/** The sections of the truth bench, in the order of its table. */
import { moves } from './truth-moves.ts'
import { percentiles } from './truth-percentiles.ts'
import { posting } from './truth-posting.ts'
import type { TruthSection } from './truth-section.ts'

export const sections: readonly TruthSection[] = [posting, moves, percentiles]
