/**
 * `npm run bench -- reel`: what a reel costs beside encoding its frames and nothing else, turn by turn in one run; how
 * steadily pictures move, and how sharp they are, before encoding; and how soon the server answers while two reels render.
 * Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { withLifetime } from './lib/lifetime.ts'
import { photograph } from './lib/photographs.ts'
import { costFigures } from './lib/reel-costs.ts'
import { jitter } from './lib/reel-jitter.ts'
import { otherFigures } from './lib/reel-others.ts'
import { readerFigures } from './lib/reel-readers.ts'
import { sharpness } from './lib/reel-sharpness.ts'
import { median } from './lib/statistics.ts'
import { atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const JITTER_MAX = 0.02
const SSIM_MIN = 0.995

/** As telephones and cameras make them, and as uploads keep them. */
const SIZES = [
  [3_024, 4_032],
  [4_032, 3_024],
  [2_268, 4_032],
  [3_024, 4_032],
  [3_840, 2_160],
  [2_160, 3_840],
] as const

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      quick: { type: 'boolean', default: false },
      others: { type: 'boolean', default: false },
      only: { type: 'string', default: 'quality,costs,readers' },
    },
  })
  const isWanted = (part: string) => values.only.split(',').includes(part)
  await withLifetime(async (life) => {
    say('Making six pictures.')
    const pictures: Buffer[] = []
    for (const [index, [width, height]] of SIZES.entries()) pictures.push(await photograph(index + 1, width, height))
    const figures: Figure[] = []
    if (isWanted('quality')) figures.push(...(await qualityFigures(pictures)))
    for (const { name, measured } of figures) say(`  ${name} ${measured}`)
    if (isWanted('costs') || values.others) {
      const costs = await costFigures(life, pictures, values.quick ? 1 : Number(values.rounds))
      figures.push(...costs.figures)
      if (values.others) figures.push(...(await otherFigures(life.folder('others'), pictures, costs.wallSeconds)))
    }
    if (isWanted('readers')) figures.push(...(await readerFigures(life, pictures)))
    reportFigures('Six pictures of 3 s with cross-fades of 0.5 s: 465 frames of 1080 by 1920', figures)
  })
}

async function qualityFigures([picture]: Buffer[]): Promise<Figure[]> {
  const motions = await jitter()
  const frames = picture ? await sharpness(picture) : []
  const worst = frames.reduce((low, one) => (one.ssim < low.ssim ? one : low), { motion: '', frame: 0, ssim: 1 })
  return [
    ...motions.flatMap(({ motion, across, down, offset }) => [
      atMost(`jitter across, ${motion}`, across, JITTER_MAX, 'px RMS', ` (all of it off by ${formatNumber(offset)})`),
      atMost(`jitter down, ${motion}`, down, JITTER_MAX, 'px RMS'),
    ]),
    atLeast(
      `SSIM-Y beside Lanczos from the source, worst of ${frames.length} frames`,
      Number(worst.ssim.toFixed(4)),
      SSIM_MIN,
      '',
      ` (${worst.motion}, frame ${worst.frame}; median ${median(frames.map(({ ssim }) => ssim)).toFixed(4)})`,
    ),
  ]
}

await main()
