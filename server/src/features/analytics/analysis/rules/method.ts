/** The version of every formula in this folder. It changes with any of them; the rates of error are measured for it. */
export const METHOD_VERSION = '1.3'
