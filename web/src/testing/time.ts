export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
