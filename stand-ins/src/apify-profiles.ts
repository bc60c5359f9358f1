/**
 * What Apify's Instagram profile scraper sends, from `contracts/apify`: items for tests to read, and a judge of one item.
 * Every call loads afresh, so a test may change what it got.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/** One item as the scraper sends it. */
export type ApifyItem = Record<string, unknown>

export interface ApifySample {
  name: string
  operation: string
  part: 'request' | 'response' | 'error'
  status?: number
  body: unknown
}

export const apifyProfiles = {
  /** Profiles with the figures that the vendor itself published. */
  loadDocumented: () => load<{ items: { source: string; item: ApifyItem }[] }>('profiles.documented.json').items,
  /** Invented profiles for the edges of the format, and the error items that come in place of profiles. */
  synthetic() {
    const { items, errorItems } = load<{ items: ApifyItem[]; errorItems: { name: string; item: ApifyItem }[] }>(
      'profiles.synthetic.json',
    )
    return { items, errorItems }
  },
  /** Answers, an input and errors of the interface. */
  samples: () => load<{ samples: ApifySample[] }>('samples.json').samples,
  /** Where a file of the contract lies, to be read as a person would bring it. */
  path: (name: 'profiles.documented.json' | 'profiles.synthetic.json' | 'samples.json') =>
    fileURLToPath(addressOf(name)),
}

/** What is wrong with an item by the contract; empty for a good one. */
export function apifyItemProblems(item: unknown): string[] {
  judgeOfItems ??= judge(load<object>('profile.schema.json'))
  return problems(judgeOfItems, item)
}

/** What is wrong with an error answer of the interface by the contract; empty for a good one. */
export function apifyErrorProblems(body: unknown): string[] {
  judgeOfErrors ??= judge({ ...load<object>('openapi.json'), $ref: '#/components/schemas/ErrorResponse' })
  return problems(judgeOfErrors, body)
}

let judgeOfItems: ValidateFunction | undefined
let judgeOfErrors: ValidateFunction | undefined

function judge(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  return ajv.compile(schema)
}

function problems(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}

function load<Shape>(name: string): Shape {
  return JSON.parse(readFileSync(addressOf(name), 'utf8')) as Shape
}

const addressOf = (name: string) => new URL(`../contracts/apify/${name}`, import.meta.url)
