/** Every sentence of this room. */
export const texts = {
  title: 'API Documentation',
} as const
