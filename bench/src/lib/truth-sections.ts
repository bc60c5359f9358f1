/** The sections of the truth bench, in the order of its table. */
import { posting } from './truth-posting.ts'
import type { TruthSection } from './truth-section.ts'

export const sections: readonly TruthSection[] = [posting]
