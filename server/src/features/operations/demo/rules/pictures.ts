/** The pictures of the demo, by number, and the sheet that each is drawn on. */
import { USERNAME_BEGINNING } from './clients.ts'
import { DEFINITIONS, SHEET } from './drawing.ts'
import { LANDSCAPES, type Scene } from './landscapes.ts'
import { randomFor } from './random.ts'
import { STILL_LIFES } from './still-lifes.ts'

/** Both kinds in turn, so that neighbours differ. */
const SCENES: readonly Scene[] = LANDSCAPES.flatMap((landscape, at) => {
  const other = STILL_LIFES[at]
  return other ? [landscape, other] : [landscape]
})

/** SVG of what this number stands for, as another one for each seed. */
export function drawPicture(
  number: number,
  seed: string,
  { width, height }: { width: number; height: number },
): string {
  const scene = SCENES[number % SCENES.length] ?? LANDSCAPES[0]
  const sheet = DEFINITIONS + scene(randomFor(`${seed}:${number}`))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${SHEET.width} ${SHEET.height}" preserveAspectRatio="xMidYMid slice">${sheet}</svg>`
}

/** Keys under which the demo keeps its pictures. */
export const POST_PICTURE = 'post:demo'
export const PROFILE_PICTURE = `profile:${USERNAME_BEGINNING}`
/** Ends the keys of profile pictures that are drawn here. */
export const DRAWN = ':drawn'
