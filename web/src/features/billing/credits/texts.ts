/** Every sentence about credits. Those of the specification are verbatim (§8). */
import { CREDITS_GRANTED_MAX } from '@tangelo/contract/limits'
import { formatWhole } from '#lib/format.ts'

export const texts = {
  remaining: (remaining: string, total: string) => `${remaining} of ${total} credits remaining`,
  renews: (ahead: string) => `Renews ${ahead}`,
  once: 'They do not renew',
  unknown: 'Not known right now',
  loading: 'Loading the credits...',
  notEnough: 'Not enough credits',
  notEnoughDescription: "You don't have enough credits to create a reel. Please upgrade your subscription.",
  notice: "You don't have enough credits to create a reel.",
  noticeUpgrade: 'Please upgrade your subscription plan to get more credits.',
  noticePlans: 'See the plans',

  give: {
    button: (company: string) => `Give credits to ${company}`,
    title: 'Give credits',
    description: (company: string) => `They stay with ${company} until they are used.`,
    count: 'Credits',
    countInvalid: `Between 1 and ${formatWhole(CREDITS_GRANTED_MAX)}, in whole numbers`,
    reason: 'Reason',
    reasonHint: 'Kept in the audit log.',
    reasonMissing: 'Reason is required',
    submit: 'Give credits',
    busy: 'Giving...',
    done: 'Credits given',
    doneDescription: (company: string, remaining: string) => `${company} has ${remaining} credits now.`,
    failed: 'Failed to give credits',
    unknown: 'Unknown error',
  },
} as const
