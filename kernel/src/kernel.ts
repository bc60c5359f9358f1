/**
 * Draws the frames of a reel, in the server as in the browser: planar 4:2:0, bt709, limited range, at sub-pixel positions.
 * Everything that costs time runs in WebAssembly (`../assembly`).
 */
import { functionsOf } from './instance.ts'
import { kernelMemory } from './memory.ts'
import { type Painter, painterOf } from './painter.ts'
import type { Caption, Cutting, Origin, Pixels, Size } from './shapes.ts'
import { type WasmBytes, type WasmModule, webAssembly } from './web-assembly.ts'

export type { Caption, Cutting, Origin, Painter, Pixels, Size, WasmModule }

export interface PainterOptions extends Size {
  /** How many frames are kept, one being painted: 1 by default. */
  readonly frames?: number
}

export interface Kernel {
  /** Each painter has a memory of its own. Width and height are even and at least 32. */
  painter(options: PainterOptions): Painter
}

/** For `loadKernel`, in as many threads as like: all of them run, and make quicker, the same code. */
export const compileKernel = (wasm: WasmBytes): Promise<WasmModule> => webAssembly.compile(wasm)

/**
 * `wasm` is what `@tangelo/kernel/kernel.wasm` holds, or that compiled. `kernel-shared.wasm`, with `isShared`, draws the same
 * in half the time, into memory that other threads can read; it needs relaxed SIMD, which Node has.
 */
export async function loadKernel(wasm: WasmBytes | WasmModule, { isShared = false } = {}): Promise<Kernel> {
  const module = wasm instanceof ArrayBuffer || wasm instanceof Uint8Array ? await compileKernel(wasm) : wasm
  return {
    painter({ frames = 1, ...size }) {
      const memory = kernelMemory(isShared)
      return painterOf(functionsOf(module, memory.memory), memory, size, frames)
    },
  }
}
