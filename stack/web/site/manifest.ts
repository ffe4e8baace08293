import { brandOf } from '../../../supabase/functions/_shared/brand/colour.ts'
import type { Operator } from './operator.ts'
import { filled, nameOf } from './tags.ts'

/**
 * Returns the web app manifest of the build with the firm's name and colour.
 *
 * @param unknown what stands for a name that is not known
 */
export function firmManifest(manifest: object, operator: Operator | null, unknown: string): object {
  const name = nameOf(operator, unknown)
  const own = JSON.parse(JSON.stringify(manifest), (_, value: unknown) =>
    typeof value === 'string' ? filled(value, name) : value
  )
  const tints = brandOf(operator?.brand_color ?? '')
  return { ...own, ...(tints && { theme_color: tints.light.accent }) }
}
