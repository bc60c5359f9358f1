/**
 * How often followers are said to have moved where nothing happened: `npm run trials -- alerts`, five companies of 200 accounts
 * that were read daily for a year, with light and heavy tails (docs/decisions/0048).
 */
export const FALSE_ALARMS = { perAccountYear: 0.01, accounts: 200, mailsPerYear: 1 }
