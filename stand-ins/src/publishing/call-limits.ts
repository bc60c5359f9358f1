/** How often the application and each account may call, and the headers that say how near the limits are. */
import { appUsage, businessUsage } from '../graph/graph-errors.ts'
import { type UsageMeter, usageMeter } from '../graph/usage-meter.ts'
import type { Answer } from '../http/send.ts'
import type { OwnAccount } from './own-account.ts'
import { publishingErrors } from './publishing-errors.ts'

export interface LimitOptions {
  /** What is 100 percent of the application; more is refused with error 4. */
  callsPerHour: number
  /** What is 100 percent of one account; more is refused with error 80002. */
  accountCallsPerHour: number
}

type Counted = { refusal: Answer; headers?: undefined } | { refusal?: undefined; headers: Record<string, string> }

export function callLimits(options: LimitOptions) {
  const ofApp = usageMeter(options.callsPerHour)
  const ofAccounts = new Map<string, UsageMeter>()

  function meterOf({ id }: OwnAccount): UsageMeter {
    const meter = ofAccounts.get(id) ?? usageMeter(options.accountCallsPerHour)
    ofAccounts.set(id, meter)
    return meter
  }

  return {
    /** A call that is refused does not count. */
    count(account: OwnAccount | undefined, at: number): Counted {
      const meter = account && meterOf(account)
      if (ofApp.percent(at) >= 100) return { refusal: publishingErrors.appLimit() }
      if (account && meter && meter.percent(at) >= 100)
        return { refusal: publishingErrors.accountLimit(account.id, meter.minutesToWait(at)) }
      ofApp.count(at)
      meter?.count(at)
      return {
        headers: {
          ...appUsage(usage(ofApp.percent(at))),
          ...(account && meter && businessUsage(account.id, usage(meter.percent(at)), meter.minutesToWait(at))),
        },
      }
    },
  }
}

const usage = (percent: number) => ({
  call_count: percent,
  total_cputime: Math.ceil(percent / 4),
  total_time: Math.ceil(percent / 3),
})
