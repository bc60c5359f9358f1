/** How much of its allowance the Graph API says is used, from its headers. They may be absent, or anything. */
import type { IncomingHttpHeaders } from 'node:http'
import { type Fields, isFields } from '../figures-file/fields.ts'

export interface GraphUse {
  /** The highest of all gauges. */
  percent: number | null
  /** The longest wait reported, until calls are accepted again; null where none is reported. */
  minutesToWait: number | null
}

const GAUGES = ['call_count', 'total_cputime', 'total_time']

export function graphUse(headers: IncomingHttpHeaders): GraphUse {
  const application = headerFields(headers['x-app-usage'])
  const businesses = Object.values(headerFields(headers['x-business-use-case-usage']))
    .flatMap((entries) => (Array.isArray(entries) ? entries : []))
    .filter(isFields)
  const gauges = [application, ...businesses].flatMap((usage) => GAUGES.map((gauge) => usage[gauge]))
  return {
    percent: highest(gauges),
    minutesToWait: highest(businesses.map((usage) => usage.estimated_time_to_regain_access)) || null,
  }
}

function highest(values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0)
  return numbers.length === 0 ? null : Math.max(...(numbers as number[]))
}

function headerFields(header: string | string[] | undefined): Fields {
  if (typeof header !== 'string') return {}
  try {
    const value: unknown = JSON.parse(header)
    return isFields(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
