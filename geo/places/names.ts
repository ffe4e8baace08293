import { createHash } from 'node:crypto'
import type { LatLng, Names } from '../../supabase/functions/_shared/region/mod.ts'
import { translationsOf } from '../osm/languages.ts'
import type { Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'

const OTHER_NAMES = /^(?:alt|old|loc|short|official|int|nat|reg|uic)_name(?::[a-z]{2,3})?$|^brand$/

/** Returns an element's names in other languages (`names`) and its other names (`alt`), if they differ from its name. */
export function namesOf(tags: Tags): { names?: Names; alt?: string } {
  const names: Names = translationsOf(tags)
  const others = new Set<string>()
  for (const key of Object.keys(tags).sort()) {
    if (OTHER_NAMES.test(key)) for (const name of (tags[key] ?? '').split(';')) others.add(name.trim())
  }
  const alt = [...others].filter((name) => name && name !== tags.name).join(' ')
  return { ...(Object.keys(names).length > 0 && { names }), ...(alt && { alt }) }
}

/** Returns an opaque id, which reveals nothing about the element and is the same for each import of the same element. */
export function opaque(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16)
}

export function toLatLng([lng, lat]: Position): LatLng {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}
