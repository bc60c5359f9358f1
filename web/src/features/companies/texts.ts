/** Every sentence of this room. */
export const texts = {
  title: 'Companies',
} as const
