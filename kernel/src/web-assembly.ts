/**
 * What is used of WebAssembly, in types: those of Node leave it out, and those of the browser would bring a whole document
 * into the server.
 */
export interface Memory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer
  grow(pages: number): number
}

export type WasmBytes = ArrayBuffer | Uint8Array<ArrayBuffer>
/** A `WebAssembly.Module`. */
export type WasmModule = object

interface WebAssemblyApi {
  compile(bytes: WasmBytes): Promise<WasmModule>
  readonly Memory: new (kind: { initial: number; maximum?: number; shared?: boolean }) => Memory
  readonly Instance: new (module: WasmModule, imports: { env: { memory: Memory } }) => { readonly exports: object }
}

export const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi }
