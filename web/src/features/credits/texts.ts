/** Every sentence about credits. Those of the specification are verbatim (§8). */

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
} as const
