/** Sending pictures. */
import { upload } from '#lib/api-upload.ts'

/** Sends pictures, six at most, and answers their addresses in the same order. */
export async function sendImages(
  files: readonly File[],
  options: {
    query?: { for: 'draft'; companyId?: number | undefined }
    onProgress: (sent: number) => void
    signal: AbortSignal
  },
): Promise<readonly string[]> {
  const form = new FormData()
  for (const file of files) form.append('images', file)
  const { imageUrls } = await upload('POST /api/upload/images', form, options)
  return imageUrls
}
