/** The sections of the truth bench, in the order of its table. */
import { formats, hashtags } from './truth-kinds.ts'
import { moves } from './truth-moves.ts'
import { percentiles } from './truth-percentiles.ts'
import { posting } from './truth-posting.ts'
import type { TruthSection } from './truth-section.ts'
import { speed } from './truth-speed.ts'

export const sections: readonly TruthSection[] = [posting, formats, hashtags, moves, percentiles, speed]
