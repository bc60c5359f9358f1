/** Prints a document as PDF, where the server has something that can. */

export interface PdfPrinter {
  /** Of an HTML file that needs nothing else. Throws `pdf_unavailable` where nothing here can print. */
  print(html: Uint8Array): Promise<Uint8Array>
}
