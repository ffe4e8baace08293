/** The files of the books that the desk can save. */
export const FILES = ['movements', 'statement', 'journal', 'invoices', 'income'] as const
export type FileKind = (typeof FILES)[number]
