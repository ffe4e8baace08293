/**
 * The texts of errors, which are many. They load right after the start of a page instead of before it. A namespace that a file
 * names in quotes would load before (scripts/build/texts.ts).
 */
export const ERRORS = 'errors'
