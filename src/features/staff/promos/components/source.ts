import { pageOf, type Source } from '@/components/data-table'
import { listPromos } from '../queries'
import type { Promo } from './promo-form'

const valueIn: Record<string, (promo: Promo) => string> = {
  name: (promo) => promo.promo_name,
  validity: (promo) => promo.promo_validity,
  uses: (promo) => String(promo.user_avail),
  created: (promo) => promo.created_at
}

/** Reads promotions page by page. A page begins after the last row of the page before. */
export const promoSource: Source<Promo> = async ({ search, sort, filters }, { after, size }, signal) => {
  const by = sort?.column ?? 'created'
  const cursor = after as { value: string; id: string } | null
  const listed = filters.listed?.[0]
  const found = await listPromos(
    {
      search,
      discount_type: filters.type?.[0] ?? null,
      is_listed: listed ? listed === 'yes' : null,
      state: filters.state?.[0] ?? null,
      valid_from: filters.validity?.[0] || null,
      valid_to: filters.validity?.[1] || null,
      sort: by,
      ascending: sort?.isDown === false,
      after_value: cursor?.value ?? null,
      after_id: cursor?.id ?? null,
      page_size: size
    },
    signal
  )
  return pageOf(found, size, (last) => ({ value: valueIn[by]?.(last) ?? '', id: last.id }))
}
