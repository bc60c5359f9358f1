/** Every sentence about audits. */
export const texts = {
  region: 'Audit',
  found: (count: number, of: string) =>
    count === 1
      ? `The last audit, ${of}, found 1 figure that does not follow from what was stored.`
      : `The last audit, ${of}, found ${count} figures that do not follow from what was stored.`,
  show: 'Show them',
  hide: 'Hide them',
  snapshot: (moment: string) => `snapshot of ${moment}`,
  latest: 'latest figures',
  differs: (figure: string, stored: string, expected: string) => `${figure} is ${stored}, but follows as ${expected}`,
  more: (count: number) => `and ${count} more; npm run audit names them`,
} as const
