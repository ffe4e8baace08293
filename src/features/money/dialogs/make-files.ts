/** The files that the export dialog makes, by their kind. */
import type { FileKind } from '../desk/desk-head'
import { income } from './exports/income'
import { invoices } from './exports/invoices'
import { journal } from './exports/journal'
import type { Maker } from './exports/maker'
import { movements, statement } from './exports/month'

export const makers: Record<FileKind, Maker> = { movements, statement, journal, invoices, income }
