/** The month's invoices and credit notes in one archive. */
import type { TFunction } from 'i18next'
import { FileProblem } from '@/components/data-table/import/problem'
import { saveFile } from '@/lib/files/save-file'
import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import type { NextPage, Page } from '@/types/database'
import { invoiceFaults } from '../../../model/files/check-xml'
import { type InvoiceRow, invoiceName, invoiceXml, missingIn } from '../../../model/files/ubl'
import { type Maker, nameOf, saved, type Wanted } from './maker'

async function* invoicePages({ month: { from, to }, signal }: Wanted): AsyncGenerator<readonly InvoiceRow[]> {
  for (let after: NextPage = {}; after; ) {
    const { rows, next }: Page<unknown> = await unwrap(
      supabase.rpc('invoice_rows', { from_day: from, to_day: to, page_size: 1000, ...after }).abortSignal(signal)
    )
    yield rows as InvoiceRow[]
    after = next
  }
}

/** Exports all invoices and credit notes of the month as one archive, with a file for each document. */
export const invoices: Maker = async (wanted) => {
  const { signal, onProgress } = wanted
  const t: TFunction<'money'> = wanted.t
  const { strToU8, Zip, ZipDeflate } = await import('fflate')
  const pieces: Blob[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]))
  })
  const missing = new Set<string>()
  let count = 0
  for await (const rows of invoicePages(wanted)) {
    signal.throwIfAborted()
    for (const row of rows) {
      for (const name of missingIn(row)) missing.add(name)
      const text = invoiceXml(row, { ride: (reference) => t('files.invoices.ride', { reference }) })
      const [fault] = invoiceFaults(text)
      if (fault) throw new FileProblem('not_valid', `${row.number}: ${fault}`)
      const file = new ZipDeflate(invoiceName(row.number), { level: 6 })
      zip.add(file)
      file.push(strToU8(text), true)
    }
    count += rows.length
    onProgress(count)
  }
  if (count === 0) throw new AppError('not_found')
  zip.end()
  const name = nameOf(wanted, 'invoices', 'zip')
  saveFile(new Blob(pieces, { type: 'application/zip' }), name)
  const names = [...missing].map((one) => t(`missing.${one}`)).join(', ')
  return { text: saved(wanted, count, name), warnings: names ? [t('files.invoices.missing', { names })] : [] }
}
