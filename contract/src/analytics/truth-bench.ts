/** Written by `npm run bench -- analysis-truth`, not by hand. */
import type { TruthBench } from './truth.ts'

export type {
  IntervalTruth,
  MovesTruth,
  NullTruth,
  PercentileTruth,
  PostingTruth,
  PowerTruth,
  TruthBench,
} from './truth.ts'

export const TRUTH_BENCH: TruthBench = {
  method: '1.0',
  posting: null,
  formats: null,
  hashtags: null,
  moves: null,
  percentiles: null,
}
