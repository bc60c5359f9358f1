/** Where the browser for the browser tests is: CHROMIUM_PATH, or one of the usual places. */
import { existsSync } from 'node:fs'

/** The shell first: it draws no window around each page, which is a fifth of the time of the tests. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** `isWhole`: the browser as people have it, where there is one, because what is measured is what they see. */
export function findChromium({ isWhole = false } = {}) {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return existsSync(asked) ? asked : undefined
  const [shell, ...whole] = usualPlaces
  const places = isWhole ? [...whole, shell] : usualPlaces
  return places.find((path) => existsSync(path))
}
