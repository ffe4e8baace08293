/** The files that the export dialog makes, by their kind. */
import { income } from './exports/income'
import { invoices } from './exports/invoices'
import { journal } from './exports/journal'
import type { Maker } from './exports/maker'
import { movements, statement } from './exports/month'
import type { FileKind } from './files'

export const makers: Record<FileKind, Maker> = { movements, statement, journal, invoices, income }
