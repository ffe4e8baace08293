import { editableRows } from '@/lib/server/editable-rows'
import { AppError } from '@/lib/server/errors'
import type { Promo, PromoContent, StoredPromo } from './components/promo-form'
import { getPromo } from './queries'

export const promos = editableRows<StoredPromo>('promos')

/** Changes some columns of a promotion, and returns it in the list's form. */
export async function changePromo({ id }: Promo, part: Partial<PromoContent> & { version?: number }): Promise<Promo> {
  await promos.change(id, part)
  const now = await getPromo(id)
  if (!now) throw new AppError('not_found')
  return now
}
