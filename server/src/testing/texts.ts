/** Who writes texts, played for one test. */
import { type OpenaiOptions, openaiStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '#platform/config.ts'

/** At its end nothing was sent, and nothing answered, that the vendor's contract does not know. */
export async function aProvider(options: OpenaiOptions = {}) {
  const standIn = await openaiStandIn(options).start()
  onTestFinished(async () => {
    expect(standIn.violations).toEqual([])
    await standIn.end()
  })
  const ai: NonNullable<Config['ai']> = { url: `${standIn.url}/v1`, key: standIn.token, model: standIn.model }
  return { standIn, ai }
}
