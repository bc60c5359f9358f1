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
  moves: [
    {
      tails: 'light',
      accounts: 200,
      years: 2,
      planted: 480,
      precision: 0.9943,
      recall: 0.9771,
      alarmsPerAccountYear: 0,
      recallOf: [
        {
          name: '1.5 to 2.5 %',
          planted: 108,
          recall: 0.9259,
        },
        {
          name: '2.5 to 5 %',
          planted: 135,
          recall: 0.9778,
        },
        {
          name: '5 to 10 %',
          planted: 150,
          recall: 1,
        },
        {
          name: '10 to 15 %',
          planted: 87,
          recall: 1,
        },
        {
          name: 'a rise without evidence',
          planted: 120,
          recall: 0.9917,
        },
        {
          name: 'a fall without evidence',
          planted: 120,
          recall: 1,
        },
        {
          name: 'a viral post',
          planted: 120,
          recall: 0.9417,
        },
        {
          name: 'a giveaway',
          planted: 120,
          recall: 0.975,
        },
      ],
    },
    {
      tails: 'heavy',
      accounts: 200,
      years: 2,
      planted: 480,
      precision: 0.931,
      recall: 0.8271,
      alarmsPerAccountYear: 0.0002,
      recallOf: [
        {
          name: '1.5 to 2.5 %',
          planted: 108,
          recall: 0.4167,
        },
        {
          name: '2.5 to 5 %',
          planted: 135,
          recall: 0.8815,
        },
        {
          name: '5 to 10 %',
          planted: 150,
          recall: 0.9733,
        },
        {
          name: '10 to 15 %',
          planted: 87,
          recall: 1,
        },
        {
          name: 'a rise without evidence',
          planted: 120,
          recall: 0.7833,
        },
        {
          name: 'a fall without evidence',
          planted: 120,
          recall: 0.9,
        },
        {
          name: 'a viral post',
          planted: 120,
          recall: 0.75,
        },
        {
          name: 'a giveaway',
          planted: 120,
          recall: 0.875,
        },
      ],
    },
  ],
  percentiles: [
    {
      peers: 8,
      worlds: 4000,
      covered: 0.9597,
    },
    {
      peers: 12,
      worlds: 4000,
      covered: 0.9577,
    },
    {
      peers: 22,
      worlds: 4000,
      covered: 0.956,
    },
    {
      peers: 50,
      worlds: 4000,
      covered: 0.9487,
    },
  ],
}
