/** Drivers' income of a year, for the tax office. */
import type { TFunction } from 'i18next'
import { FileProblem } from '@/components/data-table/import/problem'
import { saveFile } from '@/lib/files/save-file'
import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import { serverNow } from '@/lib/time/server-clock'
import type { NextPage, Page } from '@/types/database'
import { incomeFaults } from '../../../model/files/check-xml'
import { type DriverQuarter, dpiXml, incomeCsv, incomes, missingOf } from '../../../model/files/driver-income'
import { type Maker, saved, type Wanted } from './maker'

async function getQuarters(year: number, { signal, onProgress }: Wanted): Promise<DriverQuarter[]> {
  const all: DriverQuarter[] = []
  for (let after: NextPage = {}; after; ) {
    signal.throwIfAborted()
    const { rows, next }: Page<unknown> = await unwrap(
      supabase.rpc('tax_report', { year, page_size: 100, ...after }).abortSignal(signal)
    )
    all.push(...(rows as DriverQuarter[]))
    onProgress(all.length / 4)
    after = next
  }
  return all
}

/** Exports drivers' income of a year, for the tax office. */
export const income: Maker = async (wanted) => {
  const { income: asked, settings, words } = wanted
  const t: TFunction<'money'> = wanted.t
  const { year, format } = asked
  const drivers = incomes(await getQuarters(year, wanted))
  if (drivers.length === 0) throw new AppError('not_found')
  const currency = settings?.code ?? ''
  if (format === 'csv') {
    const name = `driver-income-${year}.csv`
    saveFile(new Blob([incomeCsv(drivers, year, currency, words.decimals)], { type: 'text/csv;charset=utf-8' }), name)
    const lacking = drivers.filter((driver) => missingOf(driver).length > 0).length
    return {
      text: saved(wanted, drivers.length, name),
      warnings: lacking > 0 ? [t('files.income.lacking', { count: lacking })] : []
    }
  }
  const now = serverNow()
  const country = settings?.country ?? ''
  const made = dpiXml({
    operator: {
      name: settings?.company_name ?? '',
      businessName: settings?.app_name ?? '',
      address: settings?.company_address ?? '',
      country,
      taxNumber: settings?.company_tax_number ?? '',
      currency
    },
    drivers,
    year,
    messageId: `${country}${year}${country}-${new Date(now).toISOString().replace(/\D/g, '')}`,
    createdAt: new Date(now).toISOString()
  })
  const [fault] = incomeFaults(made.text)
  if (fault) throw new FileProblem('not_valid', fault)
  const name = `driver-income-${year}.xml`
  saveFile(new Blob([made.text], { type: 'application/xml' }), name)
  return {
    text: saved(wanted, made.count, name),
    warnings: [
      made.left.length > 0 && t('files.income.left', { count: made.left.length }),
      made.incomplete.length > 0 && t('files.income.lacking', { count: made.incomplete.length })
    ].filter((warning) => typeof warning === 'string')
  }
}
