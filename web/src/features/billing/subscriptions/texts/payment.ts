/** Every sentence of the forms that take a card. Those of the specification are verbatim (§2, §4, §5, §8). */

export const texts = {
  details: {
    title: (plan: string) => `Subscribe to ${plan}`,
    description: 'Enter your details to complete the subscription',
    name: 'Name',
    nameMissing: 'Name is required',
    nameLong: (most: number) => `Names have at most ${most} characters`,
    email: 'Email',
    emailPlaceholder: 'you@example.com',
    emailHint: 'Receipts are sent here.',
    emailInvalid: 'Invalid email address',
    continue: 'Continue',
    busy: 'Preparing...',
  },

  payment: {
    title: 'Complete Your Subscription',
    cardTitle: 'Use Another Card',
    summary: (plan: string) => `${plan} plan`,
    renewal: 'Renews every month until you cancel.',
    cardSummary: 'The new card is charged from now on.',
    cardSummaryDue: 'What is due is charged to the new card at once.',
    loading: 'Loading the card form...',
    failed: 'The card form could not be loaded',
    subscribe: 'Subscribe',
    save: 'Save Card',
    pay: (amount: string) => `Pay ${amount}`,
    busy: 'Processing',
  },

  card: {
    number: 'Card number',
    expiry: 'Expiry',
    expiryPlaceholder: 'MM / YY',
    code: 'Security code',
    codePlaceholder: 'CVC',
    numberIncomplete: 'Your card number is incomplete.',
    numberInvalid: 'Your card number is invalid.',
    expiryIncomplete: 'The date is incomplete.',
    expiryPast: 'The date is in the past.',
    codeIncomplete: 'The code is incomplete.',
    tests: 'Test cards',
    testsHint: 'Only these are accepted. Never type a real card in here.',
    test: (label: string, last4: string) => `${label}, card ending in ${last4}`,
    unavailable: 'The payment provider could not be reached. Please try again later.',
  },

  challenge: {
    title: 'Confirm the payment',
    description: 'Your bank would ask you now. In the sandbox, you choose the answer.',
    refuse: 'Refuse',
    accept: 'Confirm',
  },
} as const
