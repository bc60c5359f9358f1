import type { Plugin } from 'vite'

/**
 * V8 compiles a function when it is first called, so within the press that opens a dialog. With this as its first line it compiles
 * all functions of a file when the file arrives, away from the page's own thread: https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'
/** Nothing is seen before it has run, and most of it runs at once. */
const ENTRY = 'index'

/** Marks all other files of the build, which are there before anything is pressed. Other engines read a comment. */
export function compileAhead(): Plugin {
  return {
    name: 'tangelo-compile-ahead',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.name !== ENTRY) file.code = COMPILE_ALL + file.code
    },
  }
}
