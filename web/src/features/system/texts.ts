/** Every sentence of this room. */
export const texts = {
  title: 'System',
} as const
