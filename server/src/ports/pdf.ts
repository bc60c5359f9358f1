/** Prints a document as PDF, where the server has something that can. */

export interface PdfPrinter {
  /**
   * Of an HTML file that needs nothing else; ends with the signal. Throws `pdf_unavailable` where nothing here can print, and
   * `pdf_failed` where it did not work out.
   */
  print(html: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>
}
