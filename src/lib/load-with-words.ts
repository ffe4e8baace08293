import { loadAgain } from './load-again'

/** Loads a part of the program; its texts come with it (scripts/build/texts.ts). */
export const loadWithWords = <T>(load: () => Promise<T>, _words?: string): Promise<T> => loadAgain(load)
