/**
 * What the tests need beside Node: a PostgreSQL and a browser. Both are looked for, installed where that is allowed, and
 * what cannot be had comes with the reason.
 */
import { findChromium } from './chromium.mjs'
import { aptInstall, canInstall } from './debian.mjs'
import { findPostgres, startPostgres } from './postgres.mjs'
import { say } from './say.mjs'

/**
 * `{ databaseUrl, chromium, missing, stop }`: `missing` holds `{ what, reason }` for each that was wanted and is not there.
 * `stop` takes down what was started here.
 */
export async function prepareMachine({ wantsPostgres, wantsChromium }) {
  const given = process.env.TEST_DATABASE_URL
  const missing = []
  let bin = wantsPostgres && !given ? await findPostgres() : undefined
  let chromium = wantsChromium ? findChromium() : undefined

  const packages = [
    ...(wantsPostgres && !given && !bin ? ['postgresql'] : []),
    ...(wantsChromium && !chromium && !process.env.CHROMIUM_PATH ? ['chromium-headless-shell'] : []),
  ]
  let aptFailure
  if (packages.length > 0 && canInstall()) {
    say(`Installing ${packages.join(' and ')} for the tests.`)
    aptFailure = await aptInstall(packages)
    bin ??= wantsPostgres && !given ? await findPostgres() : undefined
    chromium ??= wantsChromium ? findChromium() : undefined
  }

  const why = (place) => aptFailure ?? `not found; install it, or say where it is in ${place}`
  let cluster
  if (wantsPostgres && !given) {
    try {
      if (bin) cluster = await startPostgres(bin)
      else missing.push({ what: 'PostgreSQL', reason: why('TEST_DATABASE_URL') })
    } catch (error) {
      missing.push({ what: 'PostgreSQL', reason: error.message })
    }
  }
  if (wantsChromium && !chromium) missing.push({ what: 'Chromium', reason: why('CHROMIUM_PATH') })

  return { databaseUrl: given ?? cluster?.url, chromium, missing, stop: async () => cluster?.stop() }
}
