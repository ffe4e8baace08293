import type { Manifest } from 'vite'

/** A part of the app and everything it loads, by their names in the manifest. */
export function withImports(manifest: Manifest, key: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen)
  return seen
}
