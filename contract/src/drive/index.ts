import { driveImports } from './imports.ts'

export type { DriveImport, DriveStatus, ReelFolder, ReelFolders } from './imports.ts'

/** Every row of the domain, by part. */
export const driveRoutes = { driveImports } as const
