/** Everything that is stored of an account, as a file. */
import type { ExportFormat, ExportName } from '@tangelo/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { download } from '#lib/api.ts'

export interface ExportChoice {
  readonly what: ExportName
  readonly format: ExportFormat
}

export function useExport(accountId: number) {
  return useMutation({
    mutationFn: (choice: ExportChoice) =>
      download('GET /api/accounts/:accountId/export', { params: { accountId }, query: choice }),
  })
}
