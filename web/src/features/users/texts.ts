/** Every sentence of this room. */
export const texts = {
  title: 'Users',
} as const
