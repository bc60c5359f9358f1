/** Of the bell in the frame. */
export const bellTexts = {
  button: (count: number) => (count === 0 ? 'Alerts' : `Alerts: ${count} new`),
  many: '99+',
} as const
